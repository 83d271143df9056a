package dev.relaybench.harness.testbed;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/// What each user of the secure listeners may do.
final class AccessRules {
    private static final Set<AclOperation> NEEDED = EnumSet.of(
            AclOperation.CREATE, AclOperation.DESCRIBE, AclOperation.WRITE, AclOperation.READ, AclOperation.DELETE);
    private static final Map<String, AclOperation> LACKING = Map.of(
            "cannot-create", AclOperation.CREATE,
            "cannot-write", AclOperation.WRITE,
            "cannot-write-anywhere", AclOperation.WRITE,
            "cannot-read", AclOperation.READ,
            "cannot-delete", AclOperation.DELETE);

    private AccessRules() {}

    static void write(String bootstrap) {
        List<AclBinding> rules = new ArrayList<>();
        for (String user : Guest.USERS) {
            NEEDED.stream()
                    .filter(operation -> operation != LACKING.get(user))
                    .forEach(operation -> rules.add(rule(user, operation, "relaybench_")));
        }
        rules.add(rule("cannot-write", AclOperation.WRITE, "another_"));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.createAcls(rules).all().get(30, TimeUnit.SECONDS);
        } catch (ExecutionException | InterruptedException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    private static AclBinding rule(String user, AclOperation operation, String prefix) {
        return new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, prefix, PatternType.PREFIXED),
                new AccessControlEntry("User:" + user, "127.0.0.1", operation, AclPermissionType.ALLOW));
    }
}
