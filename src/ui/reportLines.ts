import type { StatusReport } from '../domain/receipt.ts';
import type { StatusWords } from '../words/status/statusWords.ts';

/** The texts of one line per sentence: what the service does, and why. */
type Generic = 'reportedInProgress' | 'reportedFailed';

/**
 * Chooses texts by the codes of a report. A service that sends no codes gets a general text, and its own sentence below it:
 * the sentence may be in another language, and nothing vouches for it.
 */
export function reportLines({ step, reason, message }: StatusReport, general: Generic, { t }: StatusWords): string[] {
  const isDelayed = step === 'signing' && reason !== null;
  const first = step === null ? t(general) : isDelayed ? t('payoutDelayed') : t(`step_${step}`);
  if (reason !== null) return [first, t(`reason_${reason}`)];
  return step === null && message.trim() !== '' ? [first, t('bridgeSays', { message })] : [first];
}
