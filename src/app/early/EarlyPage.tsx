import page from '../../features/bridge/BridgePage.module.css';
import card from '../../features/bridge/FormCard.module.css';
import form from '../../features/bridge/form/BridgeForm.module.css';
import flip from '../../features/bridge/form/FlipButton.module.css';
import aside from '../../features/bridge/form/FormAside.module.css';
import columns from '../../features/bridge/form/FormColumns.module.css';
import footer from '../../features/bridge/form/FormFooter.module.css';
import panel from '../../features/bridge/form/Panel.module.css';
import selector from '../../features/bridge/form/Selector.module.css';
import recipient from '../../features/bridge/recipient/RecipientLine.module.css';
import { Button } from '../../ui/Button.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { Icon } from '../../ui/Icon.tsx';
import heading from '../../ui/PageHeading.module.css';
import type { messages } from '../../words/main/en.ts';
import tool from '../HeaderTool.module.css';
import nav from '../Navigation.module.css';
import shell from '../Shell.module.css';

type TextKey = keyof typeof messages;

/** A place for a text. fillEarlyPage.js writes it in the language of the person. */
function Text({ of }: { readonly of: TextKey }) {
  return <span data-text={of} />;
}

/**
 * The form before the app has loaded. The build renders it into index.html, so that a person sees it with the first bytes and
 * can type at once. It has the markup and the styles of the real form, so that nothing moves when the app replaces it.
 */
export function EarlyPage() {
  return (
    <div className={shell.shell}>
      <header className={`${shell.header} earlyHeader`}>
        {/* The name and the logo of the installation are not known yet. */}
        <span />
        <nav className={nav.nav}>
          <Item href="/" icon="flip" text="navBridge" isHere />
          <Item href="/activity" icon="clock" text="navActivity" />
          <Item href="/receipts" icon="receipt" text="navReceipts" />
        </nav>
        <div className={shell.tools}>
          <span className={tool.tool} />
        </div>
      </header>
      <main className={`${shell.main} earlyMain`}>
        <p className="earlyMissing" role="alert" data-missing hidden>
          <Text of="partMissing" />{' '}
          <a href="/" data-reload>
            <Text of="reloadPage" />
          </a>
        </p>
        <section className={page.page}>
          <header className={heading.heading}>
            <h1>
              <Text of="bridgeTitle" />
            </h1>
            <p>
              <Text of="bridgeLine" />
            </p>
          </header>
          <div className={columns.columns}>
            <div className={card.card}>
              <EarlyForm />
            </div>
            <aside className={`${aside.aside} earlyWide`}>
              <section className={aside.panel}>
                <h2>
                  <Text of="feesAndTime" />
                </h2>
                <div className={form.detailsPlace} />
              </section>
            </aside>
          </div>
        </section>
      </main>
    </div>
  );
}

function EarlyForm() {
  return (
    <div className={form.form}>
      <div className={form.scenePlace} />
      <div className={form.sides}>
        <Panel top="from" field="amountToSend" isSent />
        <div className={flip.flip}>
          <button type="button" data-label="swapDirection" disabled>
            <Icon name="flip" size={18} />
          </button>
        </div>
        <Panel top="to" field="youReceive" />
      </div>
      <div className={`${form.detailsPlace} earlyNarrow`} />
      <div className={footer.action}>
        <Button kind="primary" size="large" disabled>
          <Text of="connectWallet" />
        </Button>
      </div>
    </div>
  );
}

type PanelProps = { readonly top: TextKey; readonly field: TextKey; readonly isSent?: boolean };

/** Only the amount to send takes keys: what arrives follows from a quote. */
function Panel({ top, field, isSent = false }: PanelProps) {
  return (
    <div className={panel.panel}>
      <Top text={top} />
      <div className={panel.main}>
        <div className={panel.box}>
          <input
            className={`${panel.amount} earlyAmount`}
            data-label={field}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            placeholder="0"
            maxLength={100}
            disabled={!isSent}
          />
        </div>
        {isSent ? <span className={`${selector.selector} ${selector.token} earlyChoice`} /> : null}
      </div>
      <div className={panel.line} />
      {isSent ? null : (
        <div className={recipient.line}>
          <Text of="toYourAccount" />
        </div>
      )}
    </div>
  );
}

function Top({ text }: { readonly text: TextKey }) {
  return (
    <div className={panel.top}>
      <Text of={text} />
      <span className={`${selector.selector} ${selector.chain} earlyChoice`} />
    </div>
  );
}

type ItemProps = {
  readonly href: string;
  readonly icon: IconName;
  readonly text: TextKey;
  readonly isHere?: boolean;
};

function Item({ href, icon, text, isHere = false }: ItemProps) {
  return (
    <a href={href} className={nav.item} aria-current={isHere ? 'page' : undefined}>
      <span className={nav.icon}>
        <Icon name={icon} />
      </span>
      <Text of={text} />
    </a>
  );
}
