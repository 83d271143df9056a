package dev.relaybench.relay.vendor;

import dev.relaybench.relay.settings.VendorSettings;
import dev.relaybench.relay.vendor.VendorAnswer.Approved;
import dev.relaybench.relay.vendor.VendorAnswer.Declined;
import dev.relaybench.relay.vendor.VendorAnswer.Failed;
import dev.relaybench.relay.vendor.VendorAnswer.NoAnswer;
import dev.relaybench.relay.vendor.VendorStatus.NotPaid;
import dev.relaybench.relay.vendor.VendorStatus.Paid;
import dev.relaybench.relay.vendor.VendorStatus.Unknown;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The vendor over HTTP.
///
/// `POST <url>/payments/<id>` pays: 2xx = approved, with the reference as its body; 4xx = declined for good; all else =
/// failed. `GET <url>/payments/<id>` asks: 200 = paid, with the reference; 404 = not paid.
///
/// Three deadlines: for the connection, for the head of the answer, and for the whole call. The client's own two end
/// with the head: a vendor that sends its body byte by byte would hold a worker for as long as it likes.
public final class HttpVendor implements Vendor {
    private static final int NOT_FOUND = 404;

    private final HttpClient client;
    private final String base;
    private final Duration requestTimeout;
    private final Duration callTimeout;

    /// Connects to nobody yet.
    ///
    /// @throws IllegalArgumentException if the settings have no address
    public HttpVendor(VendorSettings settings) {
        base = settings.url()
                .orElseThrow(() -> new IllegalArgumentException("vendor.url is missing"))
                .replaceFirst("/+$", "");
        requestTimeout = settings.requestTimeout();
        callTimeout = settings.callTimeout();
        client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(settings.connectTimeout())
                .build();
    }

    @Override
    public VendorAnswer approve(String paymentId, String details) throws InterruptedException {
        try {
            HttpResponse<String> response = call(request(paymentId).POST(BodyPublishers.ofString(details)));
            int status = response.statusCode();
            if (status / 100 == 2) {
                return new Approved(response.body());
            }
            return status / 100 == 4 ? new Declined("status " + status) : new Failed(status);
        } catch (NoResponse nothing) {
            return new NoAnswer(String.valueOf(nothing.getMessage()));
        }
    }

    @Override
    public VendorStatus status(String paymentId) throws InterruptedException {
        try {
            HttpResponse<String> response = call(request(paymentId).GET());
            if (response.statusCode() == NOT_FOUND) {
                return new NotPaid();
            }
            return response.statusCode() / 100 == 2
                    ? new Paid(response.body())
                    : new Unknown("status " + response.statusCode());
        } catch (NoResponse nothing) {
            return new Unknown(String.valueOf(nothing.getMessage()));
        }
    }

    /// Ends calls that run.
    @Override
    public void close() {
        client.shutdownNow();
    }

    private HttpRequest.Builder request(String paymentId) {
        String name = URLEncoder.encode(paymentId, StandardCharsets.UTF_8);
        return HttpRequest.newBuilder(URI.create(base + "/payments/" + name)).timeout(requestTimeout);
    }

    private HttpResponse<String> call(HttpRequest.Builder request) throws InterruptedException, NoResponse {
        CompletableFuture<HttpResponse<String>> call = client.sendAsync(request.build(), BodyHandlers.ofString());
        try {
            return call.get(callTimeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new NoResponse("no whole answer within " + callTimeout.toMillis() + " ms", late);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            throw new NoResponse(cause.toString(), cause);
        } finally {
            call.cancel(true);
        }
    }

    private static final class NoResponse extends Exception {
        private static final long serialVersionUID = 1L;

        NoResponse(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
