/// The embedded Toxiproxy-compatible server: {@link ToxiproxyServer} and nothing else is for use from outside, through
/// any client of Toxiproxy's HTTP API. The `*Toxic` classes are public only because the service loader asks for it.
/// Nothing here may know relays, scenarios, PostgreSQL or Kafka.
///
/// # The model
///
/// A connection has two independent directions, upstream (client to server) and downstream. Each is a reader, a chain
/// of toxics in order of creation, and a writer. The reader takes what the socket has, at most 32,768 bytes, as one
/// piece with its time of receipt; the end of the stream travels behind the data. When it leaves the chain, the
/// destination is closed wholly, by which the other direction ends as well: there is no half-close.
///
/// A chain is a plain object without threads, clock or sockets. A toxic is asked once for each piece and says what
/// leaves when ({@link Work}); its {@link Stage} keeps the time and the order; {@link Chain#advance} does what is due.
/// So adding, changing and removing a toxic on an open connection is a change of lists under a short lock, answered at
/// once even when the receiver does not read, and the whole model is tested on a clock set by hand.
///
/// - A stage has one piece in hand; others wait in front of it, and a full stage stops the reader: back-pressure.
/// - A change lets the piece in hand go and draws anew; a removal lets everything go, in order.
/// - Lateness of timers, up to 10 ms, does not add up: a stage counts from when its work was due.
/// - {@link Direction} gives the chain its threads. While a direction has no toxics its reader writes straight to the
///   destination, from one reused buffer; the first toxic starts a worker. As only the reader puts data in, it goes
///   straight again as soon as the chain is empty and the worker has written the last piece.
/// - Draws follow from the server's seed, by proxy, connection and direction, in order of their creation.
///
/// # What is different from the real server, on purpose
///
/// - A control call never waits for traffic. The real server hangs when a toxic is removed while the receiver does not
///   read, and holds back its answer to the removal of a `reset_peer` whose clock runs (the reset comes as announced
/// here
///   as well).
/// - A slicer whose sizes make no sense and a negative rate, which kill the real server, let data pass unharmed.
/// - Adding a toxic does not make the one before it draw again.
/// - A refused update changes nothing. Text behind the JSON value is refused, keys are case-sensitive, `noop` is no
/// type.
/// - A `reset` tries every proxy, also behind one that cannot start.
/// - Behind a `timeout` the end of the stream is dropped like data, and its clock counts anew from there.
/// - A proxy does not carry the key `Logger`, and there is no `/metrics`.
///
/// # How to add a toxic
///
/// One file: a public class with `@AutoService(ToxicType.class)` that implements {@link ToxicType} (name, attributes)
/// and, when it keeps no state, {@link Toxic} itself; else `create` returns a new object for each direction of a
/// connection. {@link SlowCloseToxic} is the shortest, {@link LimitDataToxic} has state.
@NullMarked
package dev.relaybench.harness.toxiproxy;

import org.jspecify.annotations.NullMarked;
