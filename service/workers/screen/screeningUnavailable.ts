/** Thrown when a screening gives no usable answer. The payment waits. The message contains no address of the service. */
export class ScreeningUnavailable extends Error {
  readonly code = 'SCREENING_UNAVAILABLE';
}
