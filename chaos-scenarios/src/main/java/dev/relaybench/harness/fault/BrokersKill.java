package dev.relaybench.harness.fault;

import dev.relaybench.harness.testbed.Node;
import dev.relaybench.harness.testbed.PartitionState;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// So many brokers are killed with SIGKILL, so that too few replicas are in sync to take a record; healing starts them
/// again.
///
/// It has bitten once the processes are gone, every partition has fewer replicas in sync than it must have, and a probe
/// to be acknowledged by all replicas is refused for that reason.
public final class BrokersKill extends BrokerProcessFault {
    private static final String TOO_FEW = "NotEnoughReplicasException";

    private final int count;

    /// A fault of this size.
    ///
    /// @param count how many brokers are killed, the ones with the highest numbers
    public BrokersKill(int count) {
        this.count = count;
    }

    @Override
    public String name() {
        return "brokers-kill";
    }

    @Override
    public Injection inject(FaultTarget target) {
        Brokers brokers = target.brokers();
        String before = brokers.probe();
        List<Integer> victims = IntStream.rangeClosed(brokers.count() - count + 1, brokers.count())
                .boxed()
                .toList();
        List<Long> pids = victims.stream().map(brokers::node).map(Node::pid).toList();
        victims.stream().map(brokers::node).forEach(Node::kill);
        Brokers.Sight few = brokers.await(found -> isLeft(found, brokers.count() - count), LIMIT);
        String during = brokers.probe();
        boolean gone = pids.stream().allMatch(BrokerProcessFault::isGone);
        boolean tooFew = few.partitions().stream().noneMatch(each -> each.hasInSync(brokers.minInSync()));
        var evidence = new LinkedHashMap<String, String>();
        evidence.put("killed brokers", victims + ", processes " + pids);
        evidence.put("processes gone", Boolean.toString(gone));
        evidence.put("in sync must be", Integer.toString(brokers.minInSync()));
        evidence.put("partitions without the brokers", words(few.partitions()));
        evidence.put("probe before", before);
        evidence.put("probe without the brokers", during);
        boolean bit = gone && few.reached() && tooFew && before.equals(Brokers.TAKEN) && during.equals(TOO_FEW);
        return Injections.until(bit, evidence, () -> heal(brokers, victims));
    }

    private static boolean isLeft(List<PartitionState> partitions, int inSync) {
        return partitions.stream()
                .allMatch(each -> each.leader().isPresent() && each.inSync().size() == inSync);
    }

    /// It is over when every partition may take records again, and counts from the last look that saw one which may
    /// not: whatever is promised from then on is measured from no later than the truth.
    private static Injection.Healing heal(Brokers brokers, List<Integer> victims) {
        CompletableFuture<Void> starts = start(brokers, victims);
        Brokers.Sight enough =
                brokers.await(found -> found.stream().allMatch(each -> each.hasInSync(brokers.minInSync())), LIMIT);
        Instant healedAt = enough.notYetAt();
        starts.join();
        Brokers.Sight whole = awaitWhole(brokers);
        String after = brokers.probe();
        return new Injection.Healing(
                healedAt,
                enough.reached() && whole.reached() && allRun(brokers, victims) && after.equals(Brokers.TAKEN),
                Map.of(
                        "partitions with enough in sync", words(enough.partitions()),
                        "partitions with all brokers again", words(whole.partitions()),
                        "probe after", after,
                        "brokers running", victims.stream().map(String::valueOf).collect(Collectors.joining(", "))));
    }
}
