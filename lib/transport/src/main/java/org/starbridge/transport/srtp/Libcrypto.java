package org.starbridge.transport.srtp;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Work;
import org.starbridge.transport.platform.IntegerDescriptors;

/**
 * The functions of OpenSSL's libcrypto that we call, under their C names, pointers as plain longs. The library is
 * looked for once, when this class is first used; where it is missing or too old {@link #isAvailable} is false,
 * {@link #whyMissing} says why, and nothing else here may be called.
 *
 * <p>Calls are short computations, so they are linked as critical: the thread does not change its state for them.
 */
final class Libcrypto {
    private static final List<String> CANDIDATES = List.of(
            "libcrypto.so.3",
            "libcrypto.so.1.1",
            "libcrypto.3.dylib",
            "/opt/homebrew/opt/openssl@3/lib/libcrypto.3.dylib",
            "/usr/local/opt/openssl@3/lib/libcrypto.3.dylib");

    private static final String TO_INSTALL = "Install OpenSSL 3: libssl3t64 on Debian 13 and Ubuntu 24.04, libssl3 on"
            + " Debian 12 and Ubuntu 22.04, openssl-libs on Fedora and RHEL, libcrypto3 on Alpine.";

    static final int EVP_CTRL_AEAD_GET_TAG = 0x10;
    static final int EVP_CTRL_AEAD_SET_TAG = 0x11;

    /** Library as it is kept: its look-up, or the reason why there is none. */
    record Library(@Nullable SymbolLookup symbols, List<String> problems) {
        static Library find(List<String> names) {
            List<String> problems = new ArrayList<>();
            for (String name : names) {
                try {
                    SymbolLookup symbols = SymbolLookup.libraryLookup(name, Arena.global());
                    List<String> missing = FUNCTIONS.stream()
                            .filter(function -> symbols.find(function).isEmpty())
                            .toList();
                    if (missing.isEmpty()) {
                        return new Library(symbols, problems);
                    }
                    problems.add(name + " lacks " + String.join(", ", missing));
                } catch (IllegalArgumentException e) {
                    problems.add(name + " cannot be loaded");
                }
            }
            return new Library(null, problems);
        }

        String whyMissing() {
            return "OpenSSL's libcrypto is not usable on this machine: " + String.join("; ", problems) + ". "
                    + TO_INSTALL;
        }
    }

    private static final List<String> FUNCTIONS = List.of(
            "EVP_CIPHER_CTX_new",
            "EVP_CIPHER_CTX_free",
            "EVP_CIPHER_CTX_ctrl",
            "EVP_CipherInit_ex",
            "EVP_CipherUpdate",
            "EVP_CipherFinal_ex",
            "EVP_aes_128_gcm",
            "EVP_aes_256_gcm",
            "EVP_aes_128_ctr",
            "SHA1_Init",
            "SHA1_Update",
            "SHA1_Final",
            "OpenSSL_version");

    private static final Library LIBRARY = Library.find(CANDIDATES);

    private static final MethodHandle CTX_NEW = link("EVP_CIPHER_CTX_new", IntegerDescriptors.of(0));
    private static final MethodHandle CTX_FREE = link("EVP_CIPHER_CTX_free", FunctionDescriptor.ofVoid(JAVA_LONG));
    private static final MethodHandle CTX_CTRL = link("EVP_CIPHER_CTX_ctrl", IntegerDescriptors.of(4));
    private static final MethodHandle INIT = link("EVP_CipherInit_ex", IntegerDescriptors.of(6));
    private static final MethodHandle UPDATE = link("EVP_CipherUpdate", IntegerDescriptors.of(5));
    private static final MethodHandle FINAL = link("EVP_CipherFinal_ex", IntegerDescriptors.of(3));
    private static final MethodHandle SHA1_INIT = link("SHA1_Init", IntegerDescriptors.of(1));
    private static final MethodHandle SHA1_UPDATE = link("SHA1_Update", IntegerDescriptors.of(3));
    private static final MethodHandle SHA1_FINAL = link("SHA1_Final", IntegerDescriptors.of(2));

    private static final long AES_128_GCM = cipherByName("EVP_aes_128_gcm");
    private static final long AES_256_GCM = cipherByName("EVP_aes_256_gcm");
    private static final long AES_128_CTR = cipherByName("EVP_aes_128_ctr");

    private Libcrypto() {}

    static boolean isAvailable() {
        return LIBRARY.symbols() != null;
    }

    static String whyMissing() {
        return LIBRARY.whyMissing();
    }

    /** The library's own words, for example {@code OpenSSL 3.0.19 27 Jan 2026}. */
    static String version() {
        try {
            MethodHandle handle = link("OpenSSL_version", IntegerDescriptors.of(1));
            long text = (long) handle.invokeExact(0L);
            return MemorySegment.ofAddress(text).reinterpret(256).getString(0);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** {@code EVP_aes_128_gcm} or {@code EVP_aes_256_gcm}: a static object of the library. */
    static long aesGcm(int keyLengthBytes) {
        return keyLengthBytes == 32 ? AES_256_GCM : AES_128_GCM;
    }

    /** {@code EVP_aes_128_ctr}: a static object of the library. */
    static long aesCtr() {
        return AES_128_CTR;
    }

    private static long cipherByName(String function) {
        try {
            return (long) link(function, IntegerDescriptors.of(0)).invokeExact();
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static long newCipherContext() {
        try {
            return (long) CTX_NEW.invokeExact();
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Wipes the key schedule and frees the context. */
    static void freeCipherContext(long context) {
        try {
            CTX_FREE.invokeExact(context);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static boolean control(long context, int command, int argument, long pointer) {
        Work.onNativeCall();
        try {
            return (int) (long) CTX_CTRL.invokeExact(context, (long) command, (long) argument, pointer) > 0;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static boolean init(long context, long cipher, long key, long iv, int encrypt) {
        Work.onNativeCall();
        try {
            return (int) (long) INIT.invokeExact(context, cipher, 0L, key, iv, (long) encrypt) > 0;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Sets the next packet's IV; cipher, key and direction stay. */
    static boolean startPacket(long context, long iv) {
        return init(context, 0, 0, iv, -1);
    }

    /** With {@code out} 0 the input is authenticated only. {@code outLength} is where a C int may be written. */
    static boolean update(long context, long out, long outLength, long in, int inLengthBytes) {
        Work.onNativeCall();
        try {
            return (int) (long) UPDATE.invokeExact(context, out, outLength, in, (long) inLengthBytes) > 0;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static boolean finish(long context, long out, long outLength) {
        Work.onNativeCall();
        try {
            return (int) (long) FINAL.invokeExact(context, out, outLength) > 0;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static boolean sha1Init(long state) {
        Work.onNativeCall();
        try {
            return (int) (long) SHA1_INIT.invokeExact(state) > 0;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static boolean sha1Update(long state, long data, long lengthBytes) {
        Work.onNativeCall();
        try {
            return (int) (long) SHA1_UPDATE.invokeExact(state, data, lengthBytes) > 0;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static boolean sha1Final(long digest, long state) {
        Work.onNativeCall();
        try {
            return (int) (long) SHA1_FINAL.invokeExact(digest, state) > 0;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** A handle that does nothing where the library is missing, so that this class loads everywhere. */
    private static MethodHandle link(String function, FunctionDescriptor descriptor) {
        SymbolLookup symbols = LIBRARY.symbols();
        return symbols == null
                ? MethodHandles.empty(descriptor.toMethodType())
                : Linker.nativeLinker()
                        .downcallHandle(symbols.findOrThrow(function), descriptor, Linker.Option.critical(false));
    }

    private static RuntimeException unexpected(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
    }
}
