package dev.relaybench.harness.toxiproxy;

import java.nio.ByteBuffer;
import java.util.List;

/// Bytes that were read in one go, or a part of them.
///
/// @param bytes read by one writer, once; slices share the memory
/// @param receivedNanos when the socket gave them, on the clock of {@link Ticks}; a latency moves it on
record Piece(ByteBuffer bytes, long receivedNanos) implements Item {
    /// The most that the reader takes as one piece.
    static final int MAX_BYTES = 32_768;

    int size() {
        return bytes.remaining();
    }

    Piece slice(int from, int to) {
        return new Piece(bytes.slice(bytes.position() + from, to - from), receivedNanos);
    }

    /// The parts of one piece in one again, received with the first of them.
    static Piece joined(List<Piece> parts) {
        if (parts.size() == 1) {
            return parts.getFirst();
        }
        ByteBuffer whole =
                ByteBuffer.allocate(parts.stream().mapToInt(Piece::size).sum());
        parts.forEach(part -> whole.put(part.bytes().duplicate()));
        return new Piece(whole.flip(), parts.getFirst().receivedNanos());
    }

    Piece receivedAt(long nanos) {
        return new Piece(bytes, nanos);
    }
}
