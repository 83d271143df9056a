package dev.relaybench.harness.toxiproxy;

/// A request that cannot be met, as the API tells it.
final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    private Refusal(int status, String text) {
        super(text);
        this.status = status;
    }

    static Refusal badRequest(String text) {
        return new Refusal(400, text);
    }

    static Refusal badBody(String reason) {
        return badRequest("bad request body: " + reason);
    }

    static Refusal notFound(String text) {
        return new Refusal(404, text);
    }

    static Refusal conflict(String text) {
        return new Refusal(409, text);
    }

    static Refusal failure(String text) {
        return new Refusal(500, text);
    }

    int status() {
        return status;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
