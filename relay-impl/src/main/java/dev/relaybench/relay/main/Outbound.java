package dev.relaybench.relay.main;

import dev.relaybench.relay.loop.Part;
import dev.relaybench.relay.transaction.PublishMode;
import java.util.Optional;

/// The relay's outbound side.
///
/// @param part relays the rows; empty where nobody does
/// @param mode how transactions hand their messages over
record Outbound(Optional<Part> part, PublishMode mode) {}
