/// One conformance suite for every server that speaks Toxiproxy's HTTP API: the embedded one, the real one, any other.
///
/// A case knows its server by a URL only: it uses the HTTP API, the public client `toxiproxy-java` and sockets. So
/// nothing here may know the embedded server, which lives one package up, and no case may look inside a server. The
/// suite's own ends of connections listen on 127.0.0.1 of this machine and proxies on 127.0.0.1 of the server, hence
/// both share a network.
///
/// {@link Conformance} is for use from outside, with the results that it gives. The `*Cases` classes are public only
/// because the service loader asks for it.
///
/// # What a case may demand
///
/// What the real server was seen to do: its recorded answers (`toxiproxy-http-transcript.json`, 367 requests in 22
/// groups) and the times that were measured on it. A time may be off by 80 ms or 12 %, whichever is larger, either way.
///
/// - What the embedded server does differently on purpose (its package says what) is demanded of no server, neither
///   our way nor the real one's: control calls that never wait for a receiver that does not read, or for a `reset_peer`
///   whose clock runs; sizes and rates that kill the real server; draws after a toxic was added behind another; the
///   end of the stream behind a `timeout` of 0; what is left of a refused update; text behind the JSON value, keys in
///   any letter case and the type `noop` (the recording has these requests, marked `info`: sent, not judged). Tests of
///   the embedded server alone hold these.
/// - The key `Logger` of a proxy is ignored.
/// - What depends on the host and not on the server is left out: throughput, and how much sockets hold.
/// - The real server draws at random, so a case about draws has to leave room: no more than one run in a million may
///   fail by chance.
///
/// # Stalls of the host
///
/// A machine that wakes threads late makes a right server look wrong, and a wrong one look right. Each case that
/// judges times runs beside {@link HostStalls}: when the host stalled, the result does not count, whatever it was, and
/// the case is run again, a few times at most; then it is skipped, and says why. {@link Jury} has the numbers.
///
/// # How to add cases
///
/// One more group of cases is one file: a public class with `@AutoService(CaseGroup.class)`. {@link SlowCloseCases} is
/// a short one. A case gets a {@link Rig} of its own, with one proxy, and leaves nothing behind: the rig closes its
/// sockets and deletes its proxies however the case ends.
@NullMarked
package dev.relaybench.harness.toxiproxy.conformance;

import org.jspecify.annotations.NullMarked;
