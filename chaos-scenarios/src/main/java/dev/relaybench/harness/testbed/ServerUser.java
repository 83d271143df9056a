package dev.relaybench.harness.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Whom PostgreSQL's programs run as: they refuse to run as root.
///
/// @param prefix the words before each command; they become the command, so the process id stays
/// @param owner user and group by number that must own the server's files; empty when they are ours to keep
record ServerUser(List<String> prefix, Optional<String> owner) {
    private static final String NOBODY = "65534";

    static ServerUser find() {
        if (!Command.run("id", "-u").lines().equals(List.of("0"))) {
            return new ServerUser(List.of(), Optional.empty());
        }
        // A user namespace without a map: root's files remain reachable, and the user is not root within.
        ServerUser namespace = new ServerUser(List.of("unshare", "-U"), Optional.empty());
        if (namespace.works()) {
            return namespace;
        }
        ServerUser nobody = nobody();
        if (nobody.works()) {
            return nobody;
        }
        throw new TestbedException("PostgreSQL refuses to run as root, and neither unshare -U nor setpriv works here:"
                + " run as an ordinary user.");
    }

    /// For containers, where namespaces are mostly forbidden.
    static ServerUser nobody() {
        return new ServerUser(
                List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"),
                Optional.of(NOBODY + ":" + NOBODY));
    }

    List<String> command(List<String> command) {
        List<String> all = new ArrayList<>(prefix);
        all.addAll(command);
        return all;
    }

    /// Hands the files over if need be.
    void own(Path tree) {
        owner.ifPresent(who -> {
            Command chown = Command.run("chown", "-R", who, tree.toString());
            if (!chown.succeeded()) {
                throw new TestbedException("PostgreSQL's files cannot be handed to user " + who + ": "
                        + chown.lastLine() + "; run as an ordinary user.");
            }
        });
    }

    /// @throws TestbedException if this user cannot get at the path, for a closed directory above it
    void mustReach(Path path) {
        if (!Command.run(command(List.of("test", "-x", path.toString()))).succeeded()) {
            throw new TestbedException("PostgreSQL's user cannot reach " + path
                    + ": use a work directory and -Drelaybench.cache=DIR that every user may enter, or run as an"
                    + " ordinary user.");
        }
    }

    private boolean works() {
        Command id = Command.run(command(List.of("id", "-u")));
        return id.succeeded() && !id.lines().equals(List.of("0"));
    }
}
