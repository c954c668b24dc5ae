# shellcheck shell=bash
# shellcheck disable=SC2154 # $root, $out, $name, $version, $release, $tar_file, $deb_file, $image_file, $jmods and $key
# Sourced by scripts/package: what --release adds to the packages of this machine's processor.

release_other_processor() { # the archive for arm64, with a runtime that jlink makes of that platform's modules
    local home=$out/$name
    if [ -z "$jmods" ]; then
        echo "No archive for linux-arm64: --jmods names no modules of its JDK (docs/deploy.md says where they are)."
        return 0
    fi
    lay_out "$home" "$jmods"
    file_is_arm64 "$home/runtime/bin/java" || failed "$jmods has modules of another processor than arm64"
    build_tar "$home" "$out/$name-linux-arm64.tar.gz"
    rm -rf "$home"
}

file_is_arm64() { # FILE -> whether its ELF header names AArch64 (machine 183)
    [ "$(od -An -tu2 -j18 -N2 "$1" | tr -d ' ')" = 183 ]
}

release_repository() { # a folder that any web server can serve to apt: the packages, their list, and what signs the list
    local folder=$out/repository package size
    [ -e "$deb_file" ] || return 0
    rm -rf "$folder"
    mkdir -p "$folder"
    cp "$deb_file" "$folder/"
    for package in "$folder"/*.deb; do
        size=$(stat -c %s "$package")
        dpkg-deb --field "$package"
        printf 'Filename: ./%s\nSize: %s\nSHA256: %s\n\n' "$(basename "$package")" "$size" "$(sha256sum "$package" | cut -d ' ' -f 1)"
    done >"$folder/Packages"
    gzip -n -9 -k "$folder/Packages"
    {
        printf 'Origin: Starbridge\nLabel: Starbridge\nSuite: stable\nCodename: stable\nArchitectures: %s\nDate: %s\nSHA256:\n' \
            "$architecture" "$(LC_ALL=C date -u -d "@$SOURCE_DATE_EPOCH" '+%a, %d %b %Y %H:%M:%S UTC')"
        for package in Packages Packages.gz; do
            printf ' %s %s %s\n' "$(sha256sum "$folder/$package" | cut -d ' ' -f 1)" "$(stat -c %s "$folder/$package")" "$package"
        done
    } >"$folder/Release"
    if [ -z "$key" ]; then
        echo "The repository folder is not signed: --key names no key of gpg."
        return 0
    fi
    gpg --batch --yes --local-user "$key" --armor --detach-sign --output "$folder/Release.gpg" "$folder/Release"
    gpg --batch --yes --local-user "$key" --clearsign --output "$folder/InRelease" "$folder/Release"
    gpg --batch --yes --export "$key" >"$folder/starbridge.gpg"
}

release_layout() { # the image as a folder, as skopeo and podman take it (oci:FOLDER:latest)
    local folder=$out/$name-linux-$architecture.oci
    [ -e "$image_file" ] || return 0
    rm -rf "$folder"
    mkdir -p "$folder"
    tar --extract --file "$image_file" --directory "$folder" --exclude=./manifest.json
}

release_compose() { # the compose files with the board and the alerts that they mount, as they are in the checkout
    tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --mode=u=rwX,go=rX \
        --transform "s|^|$name-compose/|" --directory "$root" scripts/compose docs/monitoring/alerts.yml docs/monitoring/grafana.json |
        gzip -n -6 >"$out/$name-compose.tar.gz"
}

release_notes() { # VERSION -> its section of the changelog; what is not released yet is that of a snapshot
    awk -v version="$1" '
        /^## / { isIt = index($0, "## " version) == 1 && substr($0, length("## " version) + 1) ~ /^(,|$)/; found = found || isIt }
        isIt
        END { exit !found }' "$root/CHANGELOG.md"
}

release() {
    local section=$release
    case $release in *-SNAPSHOT) section=Unreleased ;; esac
    release_notes "$section" >"$out/RELEASE-NOTES.md" || failed "CHANGELOG.md has no section \"## $section\""
    release_other_processor
    release_repository
    release_layout
    release_compose
    cp "$dist/bom.json" "$out/$name.cdx.json"
    (
        cd "$out"
        find . -maxdepth 1 -type f \( -name "$name*" -o -name "$(basename "$deb_file")" -o -name RELEASE-NOTES.md \) -printf '%P\n' |
            LC_ALL=C sort | xargs sha256sum >SHA256SUMS
        cat SHA256SUMS
    )
}

check_release() { # what others than these scripts say of it
    (cd "$out" && sha256sum --quiet --check SHA256SUMS) || failed "SHA256SUMS does not agree"
    if [ -d "$out/repository" ] && command -v apt-get >/dev/null 2>&1; then
        check_repository
    fi
    if [ -d "$out/$name-linux-$architecture.oci" ] && command -v skopeo >/dev/null 2>&1; then
        skopeo inspect --raw "oci:$out/$name-linux-$architecture.oci:latest" >/dev/null || failed "skopeo refuses the image's layout"
        skopeo copy --quiet "oci:$out/$name-linux-$architecture.oci:latest" "dir:$out/copied" || failed "skopeo cannot copy the image"
        rm -rf "$out/copied"
    fi
}

check_repository() { # apt with folders of its own reads the repository and fetches the package
    local apt=$out/apt trust="trusted=yes" options fetched
    rm -rf "$apt"
    mkdir -p "$apt"/{etc/apt/preferences.d,etc/apt/apt.conf.d,var/lib/apt/lists/partial,var/cache/apt/archives/partial,var/lib/dpkg}
    : >"$apt/var/lib/dpkg/status"
    [ ! -e "$out/repository/starbridge.gpg" ] || trust="signed-by=$out/repository/starbridge.gpg"
    echo "deb [$trust] file:$out/repository ./" >"$apt/etc/apt/sources.list"
    options=(-o "Dir=$apt" -o "Dir::State::status=$apt/var/lib/dpkg/status" -o APT::Sandbox::User=root -o "APT::Architecture=$architecture")
    apt-get "${options[@]}" -qq update || failed "apt refuses the repository folder"
    (cd "$apt" && apt-get "${options[@]}" -qq download starbridge) || failed "apt does not find the package"
    fetched=$(find "$apt" -maxdepth 1 -name '*.deb')
    cmp -s "$fetched" "$deb_file" || failed "apt fetches another package"
    rm -rf "$apt"
}
