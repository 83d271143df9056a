package dev.relaybench.harness.toxiproxy;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads HTTP/1.1 requests one after the other. As much of the protocol as clients of this API use: bodies by length or
/// in chunks, kept connections, no pipelined upgrades.
final class HttpReader {
    private static final int MAX_LINE_CHARS = 16_384;
    private static final int MAX_HEADERS = 200;
    private static final int MAX_BODY_BYTES = 8 << 20;
    private static final int HEX = 16;

    private final InputStream in;

    HttpReader(InputStream in) {
        this.in = new BufferedInputStream(in);
    }

    /// The next request, or null at the end of the stream.
    ///
    /// @throws ProtocolException when what comes is no HTTP
    @Nullable
    HttpRequest next() throws IOException {
        String line = readLine(true);
        if (line == null) {
            return null;
        }
        String[] parts = line.split(" ", -1);
        if (parts.length != 3 || !parts[2].startsWith("HTTP/1.") || !parts[1].startsWith("/")) {
            throw new ProtocolException("Not a request line: " + line);
        }
        Map<String, String> headers = readHeaders();
        return new HttpRequest(parts[0], parts[1], headers, new String(readBody(headers), StandardCharsets.UTF_8));
    }

    private Map<String, String> readHeaders() throws IOException {
        Map<String, String> headers = new HashMap<>();
        for (String line = readLine(); !line.isEmpty(); line = readLine()) {
            int colon = line.indexOf(':');
            if (colon <= 0 || headers.size() >= MAX_HEADERS) {
                throw new ProtocolException("Not a header line, or too many: " + line);
            }
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).trim());
        }
        return headers;
    }

    private byte[] readBody(Map<String, String> headers) throws IOException {
        if (headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")) {
            return readChunks();
        }
        return readExactly(parseSize(headers.getOrDefault("content-length", "0"), 10));
    }

    private byte[] readChunks() throws IOException {
        byte[] all = new byte[0];
        while (true) {
            byte[] chunk = readExactly(parseSize(readLine().split(";", 2)[0].trim(), HEX));
            if (chunk.length == 0) {
                readHeaders();
                return all;
            }
            byte[] joined = new byte[checkSize(all.length + chunk.length)];
            System.arraycopy(all, 0, joined, 0, all.length);
            System.arraycopy(chunk, 0, joined, all.length, chunk.length);
            all = joined;
            readLine();
        }
    }

    private static int parseSize(String text, int radix) throws ProtocolException {
        try {
            return checkSize(Integer.parseInt(text, radix));
        } catch (NumberFormatException e) {
            throw new ProtocolException("Not a length: " + text);
        }
    }

    private static int checkSize(int bytes) throws ProtocolException {
        if (bytes < 0 || bytes > MAX_BODY_BYTES) {
            throw new ProtocolException("A body may have at most " + MAX_BODY_BYTES + " bytes, not " + bytes);
        }
        return bytes;
    }

    private byte[] readExactly(int bytes) throws IOException {
        byte[] content = in.readNBytes(bytes);
        if (content.length < bytes) {
            throw new EOFException("The connection ended inside a body");
        }
        return content;
    }

    private String readLine() throws IOException {
        String line = readLine(false);
        if (line == null) {
            throw new EOFException("The connection ended inside a request");
        }
        return line;
    }

    private @Nullable String readLine(boolean mayEnd) throws IOException {
        StringBuilder line = new StringBuilder(80);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                if (mayEnd && line.isEmpty()) {
                    return null;
                }
                throw new EOFException("The connection ended inside a request");
            }
            if (line.length() >= MAX_LINE_CHARS) {
                throw new ProtocolException("A line has more than " + MAX_LINE_CHARS + " characters");
            }
            line.append((char) c);
        }
        if (!line.isEmpty() && line.charAt(line.length() - 1) == '\r') {
            line.setLength(line.length() - 1);
        }
        return line.toString();
    }
}
