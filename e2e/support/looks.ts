import type { Locator, Page } from '@playwright/test'
import type { PlaygroundPage } from './playground.ts'
import { expect, test } from './test.ts'

/** A window and a theme. */
export interface Look {
  readonly colorScheme: 'light' | 'dark'
  readonly width: number
  readonly height: number
}

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 360, height: 740 }

/** Both themes, and both widths. They show whatever both widths have in both themes. */
export const OPPOSITE_LOOKS: readonly Look[] = [
  { colorScheme: 'light', ...WIDE },
  { colorScheme: 'dark', ...NARROW },
]

/** Each theme in each width. */
export const LOOKS: readonly Look[] = [
  ...OPPOSITE_LOOKS,
  { colorScheme: 'light', ...NARROW },
  { colorScheme: 'dark', ...WIDE },
]

/** Looks at an open page in one look after the other, and leaves it in the first one. */
export async function inLooks(
  page: Page,
  check: (look: Look) => Promise<void>,
  looks: readonly Look[] = OPPOSITE_LOOKS,
): Promise<void> {
  for (const look of looks) {
    await test.step(`${look.colorScheme}, ${look.width} × ${look.height}`, async () => {
      await takeLook(page, look)
      await check(look)
    })
  }
  if (looks[0] !== undefined) await takeLook(page, looks[0])
}

/** Changes window and theme, and waits until all has taken its place and its colour. */
async function takeLook(page: Page, { colorScheme, width, height }: Look): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme })
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const colours = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(colours.map(({ finished }) => finished))
  })
}

/** A colour token in the present theme, as the browser computes it: `rgb(234, 240, 252)`. */
export function colourOf(page: Page, token: `--${string}`): Promise<string> {
  return page.evaluate((name) => {
    const probe = document.createElement('i')
    probe.style.color = `var(${name})`
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, token)
}

/** Everything on the page in the colour of Allow, described for people. */
export async function greens(page: Page): Promise<readonly string[]> {
  const allowed = [await colourOf(page, '--allow'), await colourOf(page, '--allow-wash')]
  return page.evaluate((colours) => {
    const seen: string[] = []
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      const style = getComputedStyle(element)
      const drawn = element instanceof SVGElement ? [style.fill, style.stroke] : [style.backgroundColor]
      const written = element.textContent?.trim() ? [style.color] : []
      if ([...drawn, ...written].some((colour) => colours.includes(colour))) {
        seen.push(`${element.localName} ${element.getAttribute('aria-label') ?? element.textContent ?? ''}`.trim())
      }
    }
    return seen
  }, allowed)
}

/** Waits until an element, or one around it, is highlighted. */
export async function expectHighlighted(element: Locator, highlighted = true): Promise<void> {
  const colour = await colourOf(element.page(), '--lit')
  await expect
    .poll(
      () =>
        element.evaluate((found, wanted) => {
          for (let at: Element | null = found; at !== null; at = at.parentElement) {
            const { backgroundColor } = getComputedStyle(at)
            if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor === wanted
          }
          return false
        }, colour),
      { message: highlighted ? 'is highlighted' : 'is not highlighted' },
    )
    .toBe(highlighted)
}

/** The visible highlighted lines of an editor, from the top and without their numbers; of wrapped lines the parts. */
export async function highlightedLines(editor: Locator): Promise<readonly string[]> {
  return linesIn(editor, await colourOf(editor.page(), '--lit'))
}

/** The visible lines of an editor, as they are wrapped, from the top and without their numbers. */
export function shownLines(editor: Locator): Promise<readonly string[]> {
  return linesIn(editor, undefined)
}

/** The visible lines of an editor; with a colour only those on a ground of it. */
function linesIn(editor: Locator, colour: string | undefined): Promise<readonly string[]> {
  return editor.evaluate((root, wanted) => {
    const washes = [...root.querySelectorAll('*')]
      .filter((element) => getComputedStyle(element).backgroundColor === wanted)
      .map((element) => element.getBoundingClientRect())
    const pieces = new Map<number, string>()
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(text)
      const box = range.getBoundingClientRect()
      const middle = box.top + box.height / 2
      const highlighted =
        wanted === undefined ||
        washes.some(
          ({ top, bottom, left, right }) =>
            top <= middle && middle <= bottom && left <= box.right && box.left <= right && box.width > 0,
        )
      if (highlighted) pieces.set(Math.round(box.top), (pieces.get(Math.round(box.top)) ?? '') + text.textContent)
    }
    return [...pieces].sort(([a], [b]) => a - b).map(([, line]) => line.replace(/^\d+/, '').replace(/\s+/g, ' ').trim())
  }, colour)
}

/** Fails when the page, or a dialog on it, is wider than the window. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const wider = await page.evaluate(() => {
    const { scrollWidth } = document.documentElement
    const dialogs = [...document.querySelectorAll('dialog')].map((dialog) => dialog.getBoundingClientRect().right)
    return Math.max(scrollWidth, ...dialogs) - innerWidth
  })
  expect(wider, 'pixels wider than the window').toBeLessThanOrEqual(0)
}

/** The nodes of a chart that the request used, by their words, each with whether it is wholly in view. */
export function usedNodes(chart: Locator): Promise<readonly { readonly words: string; readonly inView: boolean }[]> {
  return chart.getByRole('figure').evaluate(async (figure) => {
    // A chart takes its place in the frame after that in which its room has changed.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    const { left, top, right, bottom } = figure.getBoundingClientRect()
    return [...figure.querySelectorAll('[data-node]')].flatMap((node) => {
      const words = node.getAttribute('aria-label') ?? ''
      if (/Not reached\.$/.test(words)) return []
      const whole = node.getBoundingClientRect()
      // Of a point the circle around it only reacts to a mouse.
      const middle = { x: whole.x + whole.width / 2, y: whole.y + whole.height / 2 }
      const box = node.querySelector('circle') === null ? whole : new DOMRect(middle.x, middle.y)
      const inView = box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom
      return [{ words, inView }]
    })
  })
}

/** The height of the header, and the places of what is in it for any scenario. */
export function measureHeader(page: Page) {
  return page.getByRole('banner').evaluate((header) => {
    const places = [...header.querySelectorAll('nav button, [role=toolbar] button')].map((button) => {
      const { x, y, width } = button.getBoundingClientRect()
      return [button.textContent || button.getAttribute('aria-label'), x, y, width].join(' ')
    })
    return { height: header.getBoundingClientRect().height, places }
  })
}

/** The rows of the policy for which its editor has room. */
export function rowsOfPolicy({ policy }: PlaygroundPage): Promise<number> {
  return policy.locator('[data-text=policy]').evaluate((text) => {
    const box = text.querySelector('textarea, .monaco-editor')
    const line = Number.parseFloat(getComputedStyle(box ?? text).lineHeight)
    return Math.floor((box?.getBoundingClientRect().height ?? 0) / line)
  })
}

type Box = Awaited<ReturnType<Locator['boundingBox']>>

/** Whether two elements share a part of the screen. One that is not on it is an error. */
export function overlap(one: Box, other: Box): boolean {
  if (one === null || other === null) throw new Error('an element has no box')
  const apart =
    one.x + one.width <= other.x ||
    other.x + other.width <= one.x ||
    one.y + one.height <= other.y ||
    other.y + other.height <= one.y
  return !apart
}
