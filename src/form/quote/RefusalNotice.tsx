import type { StatusWords } from '../../i18n/status/statusWords.ts';
import { statusWords } from '../../i18n/status/statusWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { BuildRefusal } from '../model/readiness.ts';

type Props = { readonly refusal: BuildRefusal; readonly tokenName: string };

/** One line for each thing that the codes say. The service's sentence stands for codes that it does not send. */
export function refusalLines({ refusal, tokenName }: Props, { t, amount, sum }: StatusWords): string[] {
  const { reason, cause, min, max, message } = refusal;
  const lines = [t(`refused_${reason}`)];
  if (cause) lines.push(t(`reason_${cause}`));
  if (min && max) lines.push(t('acceptedAmounts', { min: amount(min), max: sum(max, tokenName) }));
  if (lines.length === 1 && message.trim() !== '') lines.push(t('bridgeSays', { message }));
  return lines;
}

/** The app loads it when the service refuses a transfer. */
export function RefusalNotice(props: Props) {
  const words = useWords(statusWords);
  return (
    <Notice tone="warning">
      {refusalLines(props, words).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  );
}
