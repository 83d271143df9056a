package dev.relaybench.relay.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisAddressTest {
    @Test
    void takesAnAddressApart() {
        RedisAddress address = RedisAddress.parse("rediss://me:s3%3Acret@cache.example:6380/3");

        assertThat(address)
                .isEqualTo(
                        new RedisAddress("rediss://cache.example:6380", Optional.of("me"), Optional.of("s3:cret"), 3));
        assertThat(address).hasToString("rediss://cache.example:6380");
    }

    @Test
    void needsNoMoreThanAHost() {
        assertThat(RedisAddress.parse("redis://cache"))
                .isEqualTo(new RedisAddress("redis://cache:6379", Optional.empty(), Optional.empty(), 0));
        assertThat(RedisAddress.parse("redis://my_cache:7/").address()).isEqualTo("redis://my_cache:7");
        assertThat(RedisAddress.parse("redis://[::1]:7").address()).isEqualTo("redis://[::1]:7");
        assertThat(RedisAddress.parse("redis://a+b:c%20d@h").user()).contains("a+b");
        assertThat(RedisAddress.parse("redis://:s3cret@127.0.0.1:7").password()).contains("s3cret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "redis://", "http://u:s3cret@h", "redis://u:s3cret@h/x", "redis://u:s3cret@h h", "h:6379"})
    void refusesWhatIsNoneWithoutShowingIt(String url) {
        assertThatThrownBy(() -> RedisAddress.parse(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("wake.redis.url is not redis://host:port")
                .hasNoCause();
    }
}
