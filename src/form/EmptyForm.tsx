import type { InputHTMLAttributes, ReactNode } from 'react';
import type { TextKey as KeyOf } from '../i18n/texts.ts';
import { Button } from '../ui/Button.tsx';
import { AMOUNT_FIELD, AmountPanel, FormAside, FormColumns, FormFrame } from './FormFrame.tsx';
import styles from './form.module.css';
import panel from './panel.module.css';

type TextKey = KeyOf<'form'>;

type EmptyFormProps = {
  readonly text: (key: TextKey) => ReactNode;
  /** The attribute that names an element. */
  readonly label: (key: TextKey) => Readonly<Record<string, string>>;
  readonly button: ReactNode;
  readonly isBusy?: boolean;
  /** Only the amount to send takes keys: what arrives follows from a quote. */
  readonly field?: InputHTMLAttributes<HTMLInputElement>;
};

/**
 * The form without its routes: all of its texts, and a live amount field. It has the form's size, so that nothing moves
 * later.
 */
export function EmptyForm({ text, label, button, isBusy = false, field = {} }: EmptyFormProps) {
  const chain = <span className={`${panel.selector} ${styles.choice} ${styles.chainPlace}`} />;
  const token = <span className={`${panel.selector} ${panel.token} ${styles.choice}`} />;
  const input = (key: TextKey, attributes: InputHTMLAttributes<HTMLInputElement>) => () => (
    <input className={`${panel.amount} ${styles.emptyAmount}`} {...AMOUNT_FIELD} {...label(key)} {...attributes} />
  );
  const place = <div className={styles.detailsPlace} />;
  const aside = (
    <div className={styles.onlyWide}>
      <FormAside title={text('feesAndTime')} details={place} />
    </div>
  );
  return (
    <FormColumns aside={aside}>
      <FormFrame
        send={<AmountPanel direction={text('from')} {...{ chain, token }} field={input('amountToSend', field)} />}
        flip={{ ...label('swapDirection'), disabled: true }}
        receive={
          <AmountPanel
            direction={text('to')}
            chain={chain}
            token={null}
            field={input('youReceive', { disabled: true })}
          >
            <div className={panel.recipient}>{text('toYourAccount')}</div>
          </AmountPanel>
        }
      >
        <div className={styles.onlyNarrow}>{place}</div>
        <div className={styles.action}>
          <Button kind="primary" size="large" disabled busy={isBusy}>
            {button}
          </Button>
        </div>
      </FormFrame>
    </FormColumns>
  );
}
