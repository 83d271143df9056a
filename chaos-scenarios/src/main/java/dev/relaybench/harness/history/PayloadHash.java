package dev.relaybench.harness.history;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/// The hash by which payloads are compared: CRC-32C of the UTF-8 bytes, with their count. It guards against mistakes,
/// not against an attacker, and keeps payloads out of stored histories.
public final class PayloadHash {
    private PayloadHash() {}

    /// Hash of a text.
    public static String of(String payload) {
        return of(payload.getBytes(StandardCharsets.UTF_8));
    }

    /// Hash of bytes.
    public static String of(byte[] payload) {
        var crc = new CRC32C();
        crc.update(payload);
        return HexFormat.of().toHexDigits((int) crc.getValue()) + "-" + payload.length;
    }
}
