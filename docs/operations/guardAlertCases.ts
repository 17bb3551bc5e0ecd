import type { AlertCase } from './alertCase.ts';
import { inChain } from './alertCase.ts';

const stops = (value: string) => ({ 'causeway_breaker_stops{instance="a"}': value });
const unscreened = (value: string) => ({ 'causeway_transfers_waiting_age_seconds{for="screening"}': value });

/** The cases of prometheus-guard-rules.yml. */
export const GUARD_ALERT_CASES: readonly AlertCase[] = [
  { alert: 'CausewayBreakerStopped', bad: stops('1x5'), after: '1m', good: stops('0x5') },
  {
    alert: 'CausewayBreakerUnread',
    bad: inChain('causeway_breaker_read_age_seconds', '130x10'),
    ...{ after: '4m', before: '1m' },
    good: inChain('causeway_breaker_read_age_seconds', '110x10'),
  },
  {
    alert: 'CausewayScreeningSilent',
    bad: unscreened('610x10'),
    ...{ after: '4m', before: '1m' },
    good: unscreened('590x10'),
  },
];
