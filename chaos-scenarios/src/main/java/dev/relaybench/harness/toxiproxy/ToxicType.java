package dev.relaybench.harness.toxiproxy;

import java.util.List;

/// A kind of toxic. Found by service loading: a new toxic is one new file with `@AutoService(ToxicType.class)`.
///
/// Implementations are public for the service loader's sake only.
interface ToxicType {
    /// The `type` in the API.
    String name();

    /// The names of its attributes: 64-bit integers, 0 unless given.
    List<String> attributes();

    /// A toxic with fresh state for one direction of one connection.
    Toxic create();

    /// Whether connections that are opened under it end with RST, whatever ends them.
    default boolean resetsConnections() {
        return false;
    }

    /// Whether its removal closes the connections that carry it.
    default boolean closesOnRemoval() {
        return false;
    }

    /// How many pieces wait in front of it before the reader stops.
    default int capacity() {
        return 1;
    }
}
