# shellcheck shell=bash
# Sourced by scripts/package: writes an OCI image without a daemon. Each layer is a tar archive of a folder with fixed times and
# owners, so the same files give the same bytes (OCI image specification 1.1). docker load reads it, too.

image_user=10000
# What the scripts in the image call; the libraries that they need come along.
image_programs=(bash cat cut dirname env hostname mkdir readlink tee)

can_build_image() { # whether this machine has what the base layer is made of: a Debian with merged /usr, and libcrypto
    command -v dpkg-query >/dev/null 2>&1 && [ -L /lib ] && [ -n "$(libcrypto_file)" ]
}

libcrypto_file() { # the path of OpenSSL's library, or nothing; all of ldconfig's output is read, so that it never fails by SIGPIPE
    ldconfig -p 2>/dev/null | awk '$1 == "libcrypto.so.3" && !found { print $NF; found = 1 }'
}

libraries_of() { # FILE... -> the system's libraries that they need; X11, fonts and sound are for parts of Java that a server does not load
    ldd "$@" 2>/dev/null | sed -n 's/^[^/]*\(\/[^ ]*\) (0x.*/\1/p' | sort -u |
        grep -v -e '/libX' -e '/libxcb' -e '/libasound' -e '/libfreetype' -e '/libpng' -e '/libbrotli' || true
}

copy_resolved() { # ROOT FILE... -> copies them to where they are, /lib and /bin being in /usr
    local root=$1 file folder
    shift
    for file in "$@"; do
        folder=$root$(readlink -f "$(dirname "$file")")
        mkdir -p "$folder"
        cp -L "$file" "$folder/"
    done
}

image_base() { # HOME ROOT -> what the runtime and the scripts need of the system: the C library, libcrypto, a shell
    local runtime=$1/runtime root=$2 program package file
    local -a programs=() natives=() libraries=()
    rm -rf "$root"
    mkdir -p "$root"/{dev,etc,proc,sys,tmp,usr/bin,usr/lib,usr/lib64,usr/share/doc/starbridge}
    ln -s usr/bin "$root/bin"
    ln -s usr/lib "$root/lib"
    ln -s usr/lib64 "$root/lib64"
    for program in "${image_programs[@]}"; do
        programs+=("$(readlink -f "$(command -v "$program")")")
    done
    programs+=("$(libcrypto_file)")
    mapfile -t natives < <(find "$runtime" -type f \( -name '*.so' -o -name java \))
    mapfile -t libraries < <(libraries_of "${programs[@]}" "${natives[@]}" | grep -v "^$runtime")
    copy_resolved "$root" "${programs[@]}" "${libraries[@]}"
    ln -s bash "$root/usr/bin/sh"
    printf 'root:x:0:0:root:/:/bin/bash\njvb:x:%s:%s:Starbridge:/config:/bin/bash\n' $image_user $image_user >"$root/etc/passwd"
    printf 'root:x:0:\njvb:x:%s:\n' $image_user >"$root/etc/group"
    echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
    # The packages that this came from, with their licences.
    for file in "${programs[@]}" "${libraries[@]}"; do
        # Packages have their files where they were before /usr was merged, or after.
        dpkg-query -S "$file" "${file#/usr}" "/usr$file" 2>/dev/null || true
    done | sed 's/:.*//' | sort -u | while read -r package; do
        mkdir -p "$root/usr/share/doc/$package"
        cp -L "/usr/share/doc/$package/copyright" "$root/usr/share/doc/$package/copyright"
        dpkg-query -W -f '${Package} ${Version} ${Architecture}\n' "$package"
    done | sort -u >"$root/usr/share/doc/starbridge/debian-packages"
}

image_layers() { # HOME FOLDER -> the image's layers as folders, those first that change least
    local home=$1 folder=$2 target each
    image_base "$home" "$folder/1-base"
    for each in 2-runtime 3-libraries 4-application 5-classes; do
        rm -rf "${folder:?}/$each"
        mkdir -p "$folder/$each/opt/starbridge"
    done
    cp -a "$home/runtime" "$folder/2-runtime/opt/starbridge/"
    target=$folder/3-libraries/opt/starbridge
    mkdir -p "$target/lib" "$folder/4-application/opt/starbridge/lib"
    cp -a "$home/lib/lib" "$target/lib/"
    target=$folder/4-application/opt/starbridge
    mkdir -p "$target/lib/lib" "$target/scripts/jitsi-meet/docker"
    # The libraries of this project change with it.
    for each in "$home"/lib/lib/*.jar; do
        case $(basename "$each") in
            *-"$release".jar) mv "$folder/3-libraries/opt/starbridge/lib/lib/$(basename "$each")" "$target/lib/lib/" ;;
        esac
    done
    cp -a "$home/lib/starbridge.jar" "$home/lib/launch.sh" "$target/lib/"
    cp -a "$home/doc" "$target/"
    cp "$home/bin/starbridge" "$target/scripts/starbridge"
    cp "$root/scripts/help.sh" "$target/scripts/help.sh"
    cp "$root/scripts/jitsi-meet/docker/"{healthy,jvb-conf,logging.properties,start} "$target/scripts/jitsi-meet/docker/"
    if [ -e "$home/lib/starbridge.jsa" ]; then
        mkdir -p "$folder/5-classes/opt/starbridge/lib"
        cp -a "$home/lib/starbridge.jsa" "$folder/5-classes/opt/starbridge/lib/"
    else
        rm -rf "$folder/5-classes"
    fi
}

add_blob() { # FOLDER FILE -> moves it among the blobs, prints its digest
    local digest
    digest=$(sha256sum "$2" | cut -d ' ' -f 1)
    mv "$2" "$1/blobs/sha256/$digest"
    echo "$digest"
}

build_image() { # HOME FILE -> the image as an OCI layout in a tar archive; image_config is its configuration, with digests of the layers
    local home=$1 file=$2 work=$out/image layer digest size config created
    local diff_ids='' layers='' paths='' separator=''
    rm -rf "$work"
    mkdir -p "$work/layers" "$work/oci/blobs/sha256"
    image_layers "$home" "$work/layers"
    created=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
    for layer in "$work"/layers/*; do
        find "$layer" -type d -exec chmod 755 {} +
        tar --create --format=gnu --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
            --exclude=./tmp --directory "$layer" --file "$work/layer.tar" .
        if [ -d "$layer/tmp" ]; then # folders that are not root's alone
            mkdir -p "$work/own/config" "$work/own/tmp"
            chmod 1777 "$work/own/tmp"
            tar --append --format=gnu --owner=0 --group=0 --mtime="@$SOURCE_DATE_EPOCH" --directory "$work/own" --file "$work/layer.tar" ./tmp
            tar --append --format=gnu --owner=$image_user --group=$image_user --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
                --directory "$work/own" --file "$work/layer.tar" ./config
        fi
        diff_ids+="$separator\"sha256:$(sha256sum "$work/layer.tar" | cut -d ' ' -f 1)\""
        compressed <"$work/layer.tar" >"$work/layer.tar.gz"
        rm "$work/layer.tar"
        size=$(stat -c %s "$work/layer.tar.gz")
        digest=$(add_blob "$work/oci" "$work/layer.tar.gz")
        layers+="$separator{\"mediaType\":\"application/vnd.oci.image.layer.v1.tar+gzip\",\"digest\":\"sha256:$digest\",\"size\":$size}"
        paths+="$separator\"blobs/sha256/$digest\""
        separator=,
    done
    cat >"$work/config.json" <<CONFIG
{"created":"$created","architecture":"$architecture","os":"linux","config":{"User":"$image_user:$image_user","Env":["PATH=/usr/bin"],"Entrypoint":["/opt/starbridge/scripts/jitsi-meet/docker/start"],"WorkingDir":"/config","ExposedPorts":{"10000/udp":{},"8080/tcp":{}},"StopSignal":"SIGTERM","Healthcheck":{"Test":["CMD","/opt/starbridge/scripts/jitsi-meet/docker/healthy"],"Interval":30000000000,"Timeout":5000000000,"StartPeriod":20000000000},"Labels":{"org.opencontainers.image.title":"starbridge","org.opencontainers.image.version":"$version","org.opencontainers.image.licenses":"Apache-2.0","org.opencontainers.image.description":"WebRTC videobridge"}},"rootfs":{"type":"layers","diff_ids":[$diff_ids]}}
CONFIG
    image_config=$(cat "$work/config.json")
    size=$(stat -c %s "$work/config.json")
    config=$(add_blob "$work/oci" "$work/config.json")
    printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":{"mediaType":"application/vnd.oci.image.config.v1+json","digest":"sha256:%s","size":%s},"layers":[%s]}' \
        "$config" "$size" "$layers" >"$work/manifest"
    size=$(stat -c %s "$work/manifest")
    digest=$(add_blob "$work/oci" "$work/manifest")
    printf '{"imageLayoutVersion":"1.0.0"}' >"$work/oci/oci-layout"
    printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[{"mediaType":"application/vnd.oci.image.manifest.v1+json","digest":"sha256:%s","size":%s,"annotations":{"io.containerd.image.name":"docker.io/library/starbridge:latest","org.opencontainers.image.ref.name":"latest"}}]}' \
        "$digest" "$size" >"$work/oci/index.json"
    # What older versions of docker load want.
    printf '[{"Config":"blobs/sha256/%s","RepoTags":["starbridge:latest"],"Layers":[%s]}]' "$config" "$paths" >"$work/oci/manifest.json"
    tar --create --format=gnu --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
        --mode=u=rwX,go=rX --directory "$work/oci" --file "$file" .
    rm -rf "$work"
}

unpack_image() { # FILE ROOT -> the file system that a container of the image has
    local folder=$out/oci digest
    rm -rf "$folder" "$2"
    mkdir -p "$folder" "$2"
    tar --extract --file "$1" --directory "$folder"
    digest=$(sed -n 's/.*"digest":"sha256:\([0-9a-f]*\)".*/\1/p' "$folder/index.json")
    for digest in $(grep -o 'tar+gzip","digest":"sha256:[0-9a-f]*' "$folder/blobs/sha256/$digest" | sed 's/.*://'); do
        [ "$(sha256sum "$folder/blobs/sha256/$digest" | cut -d ' ' -f 1)" = "$digest" ] || failed "a layer has not the bytes of its digest"
        tar --extract --gzip --same-owner --same-permissions --file "$folder/blobs/sha256/$digest" --directory "$2"
    done
    rm -rf "$folder"
}

# Runs a container of an unpacked image as far as the kernel goes: its root read-only, its user, a memory file system for /tmp.
image_container='
    set -e
    root=$1 user=$2
    shift 2
    mount --bind "$root" "$root"
    mount --rbind /dev "$root/dev"
    mount -t proc proc "$root/proc"
    mount -t tmpfs tmpfs "$root/tmp"
    mount -o remount,bind,ro "$root"
    exec chroot --userspec="$user:$user" "$root" /opt/starbridge/scripts/jitsi-meet/docker/start "$@"'

can_run_container() { [ "$(id -u)" = 0 ] && unshare --mount true 2>/dev/null; }

run_container() { # ROOT [VARIABLE=VALUE ...] -- ARGUMENT... -> becomes the container
    local container_root=$1 environment=()
    shift
    while [ "$1" != -- ]; do
        environment+=("$1")
        shift
    done
    shift
    exec unshare --mount -- env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin ${environment[@]+"${environment[@]}"} \
        /bin/bash -c "$image_container" container "$container_root" "$image_user" "$@"
}
