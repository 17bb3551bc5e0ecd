import { useEffect, useId } from 'react';

/** The dot on the tab's icon. */
export type Badge = 'open' | 'good' | 'needsYou' | null;

const SIZE = 64;
const RADIUS = 15;
// A tab doesn't follow the page's theme, so these contrast with light and dark tabs.
const COLOURS: Readonly<Record<NonNullable<Badge>, string>> = { open: '#e0a100', good: '#12a150', needsYou: '#d92d20' };

async function drawBadge(icon: string, badge: NonNullable<Badge>): Promise<string> {
  const image = new Image(SIZE, SIZE);
  image.src = icon;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d');
  if (!context) return icon;
  context.drawImage(image, 0, 0, SIZE, SIZE);
  context.beginPath();
  context.arc(SIZE - RADIUS - 2, RADIUS + 2, RADIUS, 0, 2 * Math.PI);
  context.fillStyle = COLOURS[badge];
  context.fill();
  context.lineWidth = 4;
  context.strokeStyle = '#ffffff';
  context.stroke();
  return canvas.toDataURL('image/png');
}

type Icon = { readonly href: string; readonly type: string; readonly wishes: Map<string, NonNullable<Badge>> };

/** Transfers and pinned hashes can each request a dot, but the tab has only one icon. */
const icons = new WeakMap<HTMLLinkElement, Icon>();

const URGENCY = ['needsYou', 'good', 'open'] as const;

async function show(link: HTMLLinkElement, icon: Icon): Promise<void> {
  const wished = () => URGENCY.find((one) => [...icon.wishes.values()].includes(one));
  const badge = wished();
  if (badge === link.dataset.badge) return;
  const drawn = badge ? await drawBadge(icon.href, badge) : icon.href;
  // The most urgent dot changed while the browser drew this one.
  if (badge !== wished()) return;
  link.type = badge ? 'image/png' : icon.type;
  link.href = drawn;
  if (badge) link.dataset.badge = badge;
  else delete link.dataset.badge;
}

/** Puts a dot on the tab's icon: the most urgent one requested. If the browser cannot draw it, the icon stays plain. */
export function useFaviconBadge(badge: Badge): void {
  const id = useId();
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!link || badge === null) return;
    const icon = icons.get(link) ?? { href: link.href, type: link.type, wishes: new Map() };
    icons.set(link, icon);
    icon.wishes.set(id, badge);
    show(link, icon).catch(() => {});
    return () => {
      icon.wishes.delete(id);
      show(link, icon).catch(() => {});
    };
  }, [badge, id]);
}
