import { useEffect } from 'react';
import type { Badge } from './badgeOf.ts';

const SIZE = 64;
const RADIUS = 15;
// A tab has no theme of the page, so these have contrast on light and on dark tabs.
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

/** Puts a dot on the icon of the tab. A browser that cannot draw the icon keeps it without. */
export function useFaviconBadge(badge: Badge): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!link || badge === null) return;
    const icon = link.href;
    const { type } = link;
    let isOver = false;
    drawBadge(icon, badge).then(
      (drawn) => {
        if (isOver) return;
        link.type = 'image/png';
        link.href = drawn;
        link.dataset.badge = badge;
      },
      () => {},
    );
    return () => {
      isOver = true;
      link.type = type;
      link.href = icon;
      delete link.dataset.badge;
    };
  }, [badge]);
}
