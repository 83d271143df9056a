package dev.relaybench.harness.toxiproxy.conformance;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The HTTP API: what was recorded of the real server is sent again, and the answers are held against the recorded
/// ones. The requests of a recorded group build on each other, so a group is one case.
@AutoService(CaseGroup.class)
public final class RecordedAnswerCases implements CaseGroup {
    private static final int FAULTS_TOLD = 5;

    @Override
    public String name() {
        return "http";
    }

    @Override
    public List<ConformanceCase> cases() {
        return RecordedRequest.groups().entrySet().stream()
                .map(group -> new ConformanceCase(
                        "answers the " + group.getValue().size() + " recorded requests of " + group.getKey(),
                        false,
                        scene -> replay(group.getValue(), scene)))
                .toList();
    }

    private static void replay(List<RecordedRequest> requests, Scene scene) throws IOException {
        // As it was recorded. It would be no fair start otherwise, and a reset would reach what is not ours.
        scene.api().requireOwnProxiesOnly();
        requests.stream().flatMap(RecordedRequest::names).forEach(scene::creates);
        Placeholders placeholders = Placeholders.reserve(scene);
        List<String> faults = new ArrayList<>();
        for (RecordedRequest request : requests) {
            List<String> wrong = request.replay(scene.api(), placeholders);
            if (!wrong.isEmpty()) {
                faults.add(request.id() + ": " + String.join(", ", wrong));
            }
        }
        Check.that(faults.isEmpty(), faults.size() + " of " + requests.size() + " answers are wrong: " + told(faults));
    }

    private static String told(List<String> faults) {
        String first = String.join("; ", faults.subList(0, Math.min(FAULTS_TOLD, faults.size())));
        return faults.size() > FAULTS_TOLD ? first + "; and " + (faults.size() - FAULTS_TOLD) + " more" : first;
    }
}
