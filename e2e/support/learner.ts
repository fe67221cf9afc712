import type { RequestText } from '@authz-playground/engine'
import { expect, type Locator } from '@playwright/test'
import { type PlaygroundPage, playgroundOn } from './playground.ts'

/** A person at the page, by the one thing in their hands: how they press a control, and replace a text. */
export interface Learner {
  press(control: Locator): Promise<void>
  write(editor: Locator, text: string): Promise<void>
  /** Chooses the last of the options of a list. */
  chooseLast(list: Locator): Promise<void>
  /** Chooses the tab of a form of the request. */
  choose(tab: Locator): Promise<void>
}

/** The tabs of the request by the form of its text. */
const TABS = { http: 'HTTP', kubectl: 'kubectl', curl: 'curl', review: 'Review' } as const

/** Replaces the text of the request in its form. */
export async function writeRequest(
  learner: Learner,
  { page, request, requestText }: PlaygroundPage,
  written: RequestText,
) {
  const name = TABS[written.form]
  const tab = request.getByRole('tab', { name: new RegExp(`^${name}`) })
  if ((await tab.getAttribute('aria-selected')) !== 'true') await learner.choose(tab)
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await learner.write(requestText(name), written.text)
  await expect(page.getByRole('list', { name: 'Goals' })).toHaveAttribute('aria-busy', 'false')
}

/** Replaces the text of the editor that has the focus: on a machine by its keys, with what is on the clipboard. */
async function replace(editor: Locator, text: string): Promise<void> {
  const { paste } = playgroundOn(editor.page())
  await editor.page().keyboard.press('ControlOrMeta+A')
  await paste(text)
}

/** Chooses the last option in the list of the system, which no test can see. */
async function chooseLast(list: Locator): Promise<void> {
  await list.selectOption({ index: (await list.getByRole('option').count()) - 1 })
}

export const MOUSE: Learner = {
  chooseLast,
  press: (control) => control.click(),
  choose: (tab) => tab.click(),
  async write(editor, text) {
    const page = editor.page()
    // A field of the system until it is clicked, and then Monaco, in which the textbox itself takes no room.
    const monaco = page.getByRole('code').filter({ has: editor })
    if ((await monaco.count()) === 0) await editor.click()
    await monaco.click()
    await expect(editor).toBeFocused()
    await replace(editor, text)
  },
}

/** On a touch screen editors are fields of the system. */
export const FINGER: Learner = {
  chooseLast,
  press: (control) => control.tap(),
  choose: (tab) => tab.tap(),
  async write(editor, text) {
    await editor.tap()
    await editor.fill(text)
  },
}

/** More stops of the Tab key than a page with a lesson has. */
const STOPS = 150

/** Presses Tab until a control has the focus, or Shift and Tab where it is before the one that has it. */
async function tabTo(control: Locator): Promise<void> {
  const { keyboard } = control.page()
  await expect(control).toBeAttached()
  const key = (): Promise<'Tab' | 'Shift+Tab' | undefined> =>
    control.evaluate((element) => {
      const { activeElement: focused } = document
      if (element === focused) return undefined
      const after = Node.DOCUMENT_POSITION_FOLLOWING & ~Node.DOCUMENT_POSITION_CONTAINED_BY
      return focused !== null && (element.compareDocumentPosition(focused) & after) !== 0 ? 'Shift+Tab' : 'Tab'
    })
  for (let stop = 0, next = await key(); stop < STOPS && next !== undefined; stop++) {
    await keyboard.press(next)
    next = await key()
  }
  await expect(control, `within ${STOPS} stops of the Tab key`).toBeFocused()
}

export const KEYS: Learner = {
  async press(control) {
    await tabTo(control)
    await control.page().keyboard.press('Enter')
    // Where a control goes away, the focus goes to what takes its place.
    await expect(control.page().locator(':focus'), 'what has the focus').toHaveCount(1)
  },
  async chooseLast(list) {
    await tabTo(list)
    await list.page().keyboard.press('End')
  },
  async choose(tab) {
    const { keyboard } = tab.page()
    // One of the tabs is a stop; the arrow keys choose among them.
    await tabTo(tab.page().getByRole('tablist').filter({ has: tab }).getByRole('tab', { selected: true }))
    const isChosen = async (): Promise<boolean> => (await tab.getAttribute('aria-selected')) === 'true'
    for (let step = 0; step < 6 && !(await isChosen()); step++) await keyboard.press('ArrowRight')
  },
  async write(editor, text) {
    await tabTo(editor)
    // Monaco takes the place of the field, and has the focus then.
    await expect(editor).toHaveAccessibleDescription(/Tab moves on until you type/)
    await expect(editor).toBeFocused()
    await replace(editor, text)
    // Tab would indent after typing.
    await editor.page().keyboard.press('Escape')
  },
}
