import { describe, expect, it } from 'vitest';
import { signEvent, webhookSecret } from '../../../../src/operations/webhooks/signature.js';

describe('the signature of an event', () => {
  it('is that of the example of Standard Webhooks', () => {
    const secret = webhookSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n');
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
    expect(signEvent(secret, id, '{"test": 2432232314}', 1_614_265_330_999)).toEqual({
      'webhook-id': id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('takes a text as it stands, and no short one', () => {
    const text = 'a secret of the hospital, long enough';
    expect(webhookSecret(`${text}\n`).toString()).toBe(text);
    expect(() => webhookSecret('short')).toThrow(RangeError);
    expect(() => webhookSecret('whsec_MfKQ')).toThrow(RangeError);
  });
});
