import type { AlertCase } from './alertCase.ts';
import { inChain } from './alertCase.ts';
import { BOOK_ALERT_CASES } from './bookAlertCases.ts';
import { GUARD_ALERT_CASES } from './guardAlertCases.ts';

const ready = (value: string) => ({ 'causeway_ready{instance="a",check="database"}': value });
const inToken = (name: string, value: string) => ({ [`${name}{chain="North",token="USDC",instance="a"}`]: value });
const ofRpc = (name: string, labels: string, value: string) => ({
  [`${name}{chain="North",rpc="1",instance="a"${labels}}`]: value,
});

/** One case for each alert of the rule files, in their order. All of them are samples of one server: no two cases share a series. */
export const ALERT_CASES: readonly AlertCase[] = [
  {
    alert: 'CausewayIncident',
    bad: { 'causeway_incidents_total{kind="rescanFound"}': '0x9 1x60' },
    ...{ after: '11m', before: '9m' },
    // In the first hour of Prometheus, an old incident counts as new.
    ...{ good: { 'causeway_incidents_total{kind="rescanFound"}': '3x120' }, silent: '90m' },
  },
  {
    alert: 'CausewaySenderHalted',
    bad: inChain('causeway_sender_halted', '1x5'),
    after: '1m',
    good: inChain('causeway_sender_halted', '0x5'),
  },
  {
    alert: 'CausewayDown',
    bad: { 'up{job="causeway",instance="a"}': '0x10' },
    ...{ after: '3m', before: '30s' },
    good: { 'up{job="causeway",instance="a"}': '1x10' },
  },
  { alert: 'CausewayNotReady', bad: ready('0x10'), after: '5m', before: '2m', good: ready('1x10') },
  {
    alert: 'CausewayDatabaseDown',
    bad: { 'causeway_database_up{instance="a"}': '0x10' },
    ...{ after: '3m', before: '30s' },
    good: { 'causeway_database_up{instance="a"}': '1x10' },
  },
  {
    alert: 'CausewaySignerDown',
    bad: { 'causeway_signer_up{instance="a"}': '0x10' },
    ...{ after: '4m', before: '1m' },
    good: { 'causeway_signer_up{instance="a"}': '1x10' },
  },
  {
    alert: 'CausewayTransferStuck',
    bad: { 'causeway_transfer_oldest_age_seconds{state="signed"}': '1900x20' },
    ...{ after: '8m', before: '3m' },
    good: {
      'causeway_transfer_oldest_age_seconds{state="signed"}': '1700x20',
      'causeway_transfer_oldest_age_seconds{state="refunding"}': '7000x20',
    },
  },
  {
    alert: 'CausewayTransferHeld',
    bad: { 'causeway_transfers{state="held"}': '1x20' },
    ...{ after: '8m', before: '3m' },
    good: { 'causeway_transfers{state="held"}': '0x20', 'causeway_transfers{state="signed"}': '9x20' },
  },
  {
    alert: 'CausewayPayoutsWait',
    bad: { 'causeway_transfers_waiting_age_seconds{for="funds"}': '3700x5' },
    after: '1m',
    good: { 'causeway_transfers_waiting_age_seconds{for="funds"}': '3500x5' },
  },
  {
    alert: 'CausewaySendsJammed',
    bad: inChain('causeway_unsettled_sends', '16x30'),
    ...{ after: '15m', before: '8m' },
    good: inChain('causeway_unsettled_sends', '15x30'),
  },
  {
    alert: 'CausewayAttemptsHigh',
    bad: {
      ...inChain('causeway_payment_attempts_total', '0+4x120'),
      'causeway_transfer_duration_seconds_count{state="delivered"}': '0+1x120',
    },
    ...{ after: '90m', before: '2m' },
    good: {
      ...inChain('causeway_payment_attempts_total', '0+2x120'),
      'causeway_transfer_duration_seconds_count{state="delivered"}': '0+1x120',
    },
  },
  {
    alert: 'CausewayPayoutsSlow',
    bad: {
      'causeway_transfer_duration_seconds_bucket{state="delivered",le="600"}': '0x120',
      'causeway_transfer_duration_seconds_bucket{state="delivered",le="1800"}': '0+1x120',
      'causeway_transfer_duration_seconds_bucket{state="delivered",le="+Inf"}': '0+1x120',
    },
    ...{ after: '60m', before: '10m' },
    good: {
      'causeway_transfer_duration_seconds_bucket{state="delivered",le="600"}': '0+1x120',
      'causeway_transfer_duration_seconds_bucket{state="delivered",le="1800"}': '0+1x120',
      'causeway_transfer_duration_seconds_bucket{state="delivered",le="+Inf"}': '0+1x120',
    },
  },
  {
    alert: 'CausewayCursorLag',
    bad: inChain('causeway_cursor_lag_blocks', '101x20'),
    ...{ after: '8m', before: '3m' },
    good: inChain('causeway_cursor_lag_blocks', '100x20'),
  },
  {
    alert: 'CausewayChainNotRead',
    bad: inChain('causeway_look_age_seconds', '181x20'),
    ...{ after: '4m', before: '1m' },
    good: inChain('causeway_look_age_seconds', '170x20'),
  },
  {
    alert: 'CausewayRangeFails',
    bad: inChain('causeway_range_failures_total', '0+10x60'),
    ...{ after: '20m', before: '2m' },
    good: inChain('causeway_range_failures_total', '0+5x60'),
  },
  {
    alert: 'CausewayRescanBehind',
    bad: inChain('causeway_rescan_lag_blocks', '6000+1x600'),
    ...{ after: '120m', before: '30m' },
    good: inChain('causeway_rescan_lag_blocks', '9000-5x600'),
  },
  {
    alert: 'CausewayExposureNearCap',
    bad: { ...inChain('causeway_exposure', '81x60'), ...inChain('causeway_exposure_cap', '100x60') },
    ...{ after: '20m', before: '10m' },
    good: { ...inChain('causeway_exposure', '79x60'), ...inChain('causeway_exposure_cap', '100x60') },
  },
  {
    alert: 'CausewayLiquidityLow',
    bad: {
      // Five minutes of each ten, with gaps between.
      ...inToken('causeway_liquidity_free_tokens', '99x4 101x4 99x4 101x4 99x40'),
      ...inToken('causeway_liquidity_largest_tokens', '100x60'),
    },
    ...{ after: '15m', before: '5m' },
    // A tenth of an hour.
    good: {
      ...inToken('causeway_liquidity_free_tokens', '99x5 101x60'),
      ...inToken('causeway_liquidity_largest_tokens', '100x60'),
    },
  },
  {
    alert: 'CausewayVaultPaused',
    bad: inChain('causeway_vault_paused', '1x5'),
    after: '1m',
    good: inChain('causeway_vault_paused', '0x5'),
  },
  {
    alert: 'CausewayVaultWindowLow',
    bad: {
      ...inToken('causeway_vault_window_left_tokens', '99x60'),
      ...inToken('causeway_liquidity_largest_tokens', '100x60'),
      ...inToken('causeway_vault_balance_tokens', '500x60'),
    },
    ...{ after: '8m', before: '3m' },
    // The vault itself has less than the window allows: that is low liquidity.
    good: {
      ...inToken('causeway_vault_window_left_tokens', '99x60'),
      ...inToken('causeway_liquidity_largest_tokens', '100x60'),
      ...inToken('causeway_vault_balance_tokens', '98x60'),
    },
  },
  {
    alert: 'CausewayLiquidityUnknown',
    bad: inChain('causeway_liquidity_age_seconds', '61x20'),
    ...{ after: '4m', before: '1m' },
    good: inChain('causeway_liquidity_age_seconds', '59x20'),
  },
  {
    alert: 'CausewayRpcErrors',
    bad: {
      ...ofRpc('causeway_rpc_errors_total', ',class="timeout"', '0+3x60'),
      ...ofRpc('causeway_rpc_call_duration_seconds_count', '', '0+10x60'),
    },
    ...{ after: '15m', before: '3m' },
    good: {
      ...ofRpc('causeway_rpc_errors_total', ',class="timeout"', '0+1x60'),
      ...ofRpc('causeway_rpc_errors_total', ',class="refused"', '0+9x60'),
      ...ofRpc('causeway_rpc_call_duration_seconds_count', '', '0+10x60'),
    },
  },
  {
    alert: 'CausewayRpcContradictions',
    bad: { 'causeway_rpc_errors_total{chain="South",rpc="1",class="inconsistent"}': '0+6x90' },
    ...{ after: '40m', before: '10m' },
    good: { 'causeway_rpc_errors_total{chain="South",rpc="1",class="inconsistent"}': '0+2x90' },
  },
  {
    alert: 'CausewayProviderSuspected',
    bad: ofRpc('causeway_provider_suspected_total', ',kind="foreign"', '0x9 1x60'),
    ...{ after: '12m', before: '9m' },
    good: ofRpc('causeway_provider_suspected_total', ',kind="foreign"', '1x120'),
  },
  {
    alert: 'CausewayProviderDisagrees',
    bad: {
      ...ofRpc('causeway_provider_answers_total', ',outcome="disagreed"', '0+1x90'),
      ...ofRpc('causeway_provider_answers_total', ',outcome="agreed"', '0+9x90'),
    },
    ...{ after: '40m', before: '10m' },
    good: {
      ...ofRpc('causeway_provider_answers_total', ',outcome="disagreed"', '0+1x90'),
      ...ofRpc('causeway_provider_answers_total', ',outcome="agreed"', '0+99x90'),
    },
  },
  {
    alert: 'CausewayProviderBehind',
    bad: {
      'causeway_provider_head_age_seconds{chain="North",rpc="1"}': '3x30',
      'causeway_provider_head_age_seconds{chain="North",rpc="2"}': '70x30',
    },
    ...{ after: '8m', before: '3m' },
    // A quiet chain: all providers are behind by the same time.
    good: {
      'causeway_provider_head_age_seconds{chain="North",rpc="1"}': '600x30',
      'causeway_provider_head_age_seconds{chain="North",rpc="2"}': '650x30',
    },
  },
  {
    alert: 'CausewayClockWrong',
    bad: { 'causeway_clock_ahead_seconds{instance="a"}': '-3x20' },
    ...{ after: '4m', before: '1m' },
    good: { 'causeway_clock_ahead_seconds{instance="a"}': '-1x20' },
  },
  {
    alert: 'CausewayRequestsFail',
    bad: {
      'causeway_http_requests_total{code="503",instance="a"}': '0+3x60',
      'causeway_http_requests_total{code="200",instance="a"}': '0+97x60',
    },
    ...{ after: '15m', before: '3m' },
    good: {
      'causeway_http_requests_total{code="503",instance="a"}': '0+1x60',
      'causeway_http_requests_total{code="429",instance="a"}': '0+50x60',
      'causeway_http_requests_total{code="200",instance="a"}': '0+99x60',
    },
  },
  {
    alert: 'CausewayDatabasePoolFull',
    bad: { 'causeway_database_waiting{pool="api",instance="a"}': '2x20' },
    ...{ after: '7m', before: '1m' },
    good: { 'causeway_database_waiting{pool="api",instance="a"}': '2x3 0 2x3 0 2x3 0' },
  },
  {
    alert: 'CausewayPaused',
    bad: { 'causeway_paused{instance="a"}': '1x300' },
    ...{ after: '250m', before: '1m' },
    good: { 'causeway_paused{instance="a"}': '1x200 0x5 1x100' },
  },
  {
    alert: 'CausewayPriceUnknown',
    bad: { 'causeway_price_known{token="ETH",instance="a"}': '0x20' },
    ...{ after: '7m', before: '3m' },
    good: { 'causeway_price_known{token="ETH",instance="a"}': '0x3 1 0x3 1 0x3 1' },
  },
  {
    alert: 'CausewaySignerCertificateExpires',
    // Promtool's clock begins at 0.
    bad: { 'causeway_signer_certificate_expiry_timestamp_seconds{certificate="worker",instance="a"}': '1209000x10' },
    after: '1m',
    good: { 'causeway_signer_certificate_expiry_timestamp_seconds{certificate="worker",instance="a"}': '1296000x10' },
  },
  ...GUARD_ALERT_CASES,
  ...BOOK_ALERT_CASES,
];
