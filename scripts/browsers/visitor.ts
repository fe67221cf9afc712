/** A thing that can be pressed or chosen on the page, by its role and its accessible name. */
export interface Control {
  readonly role: 'button' | 'tab' | 'link' | 'radio' | 'textbox' | 'searchbox' | 'combobox'
  /** The whole name, or a pattern of it. */
  readonly name: string | RegExp
}

/** A browser with one page, used as a person uses it: looking, pressing, typing. */
export interface Visitor {
  /** The name of the browser and its version, as it reports them. */
  readonly browser: string
  goto(address: string): Promise<void>
  /** Runs the source of a function in each page from now on before its own scripts; does nothing where the browser cannot. */
  runFirst(source: string): Promise<void>
  /** Sets the size of the page, in CSS pixels. */
  resize(width: number, height: number): Promise<void>
  /** Runs the source of a function in the page, with arguments that survive JSON. */
  evaluate<Result>(source: string, ...args: readonly unknown[]): Promise<Result>
  /** A press with the pointer in the middle of the element that the page marked. */
  pressMarked(): Promise<void>
  type(text: string): Promise<void>
  /** One key by its name in UI Events, or its character, with a modifier that is held. */
  key(name: KeyName, held?: Modifier): Promise<void>
  close(): Promise<void>
}

/** A key without a character. */
export type NamedKey = keyof typeof NAMED_KEYS

/** A key: one without a character, or the lower-case letter on it. */
export type KeyName = NamedKey | Letter

type Letter = 'a' | 'g' | 'i' | 'k' | 'l' | 'p' | 'q' | 'r' | 'y' | 'z'

/** A key that is held while another is pressed. */
export type Modifier = keyof typeof MODIFIERS

/** Keys without a character, as WebDriver sends them (https://www.w3.org/TR/webdriver2/#keyboard-actions). */
export const NAMED_KEYS = {
  Enter: '\uE007',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  Space: ' ',
  Tab: '\uE004',
  Backspace: '\uE003',
  Delete: '\uE017',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
} as const

/** Modifiers, as WebDriver sends them. */
export const MODIFIERS = { Shift: '\uE008', Control: '\uE009', Alt: '\uE00A' } as const

/** How long an expectation is waited for, in milliseconds. A browser without acceleration on a busy machine is slow. */
const PATIENCE = 30_000

/** The attribute that the page puts on the element to press. */
export const MARK = 'data-visited'

/** Waits until the text of the page that can be seen matches. Throws with that text where it does not in time. */
export async function see(visitor: Visitor, expected: RegExp): Promise<string> {
  const deadline = Date.now() + PATIENCE
  for (;;) {
    const text = (await visitor.evaluate<string>('() => document.body.innerText')).replace(/\s+/g, ' ')
    if (expected.test(text)) return text
    if (Date.now() > deadline) throw new Error(`never saw ${expected}; the page said: ${text.slice(0, 2000)}`)
    await pause(100)
  }
}

/** Presses a control once it is there and can be seen; again where the page replaced it before it was pressed. */
export async function press(visitor: Visitor, control: Control): Promise<void> {
  const deadline = Date.now() + PATIENCE
  for (;;) {
    await mark(visitor, control)
    try {
      return await visitor.pressMarked()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await pause(100)
    }
  }
}

/** Turns to an editor with the pointer, waits until it has come, and types at the end of a line. */
export async function write(visitor: Visitor, name: string, text: string): Promise<void> {
  await press(visitor, { role: 'textbox', name: new RegExp(`^${escaped(name)}`) })
  await holds(visitor, `the editor ${name} is ready`, READY_TO_WRITE, name)
  await visitor.key('End')
  await visitor.type(text)
}

/** Waits until a function, given as its source, returns true in the page. */
export async function holds(
  visitor: Visitor,
  what: string,
  source: string,
  ...args: readonly unknown[]
): Promise<void> {
  const deadline = Date.now() + PATIENCE
  while (!(await visitor.evaluate<boolean>(source, ...args))) {
    if (Date.now() > deadline) throw new Error(`never held: ${what}`)
    await pause(100)
  }
}

async function mark(visitor: Visitor, { role, name }: Control): Promise<void> {
  const pattern = typeof name === 'string' ? `^${escaped(name)}$` : name.source
  const deadline = Date.now() + PATIENCE
  for (;;) {
    const found = await visitor.evaluate<{ marked: boolean; names: readonly string[] }>(
      MARK_CONTROL,
      role,
      pattern,
      MARK,
    )
    if (found.marked) return
    if (Date.now() > deadline) {
      throw new Error(`there is no ${role} ${name}; there are: ${found.names.slice(0, 60).join(' | ')}`)
    }
    await pause(100)
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds))
}

/** Runs in the page: an editor says how Tab works in it once it has replaced the plain text field. */
const READY_TO_WRITE = `(name) => [...document.querySelectorAll('textarea, [role=textbox]')].some((box) => {
  const ids = (box.getAttribute('aria-describedby') || '').split(' ')
  const described = ids.some((id) => /Tab moves on until you type/.test(document.getElementById(id)?.textContent))
  return described && (box.getAttribute('aria-label') || '').startsWith(name)
})`

/**
 * Runs in the page: marks the last visible element with this role and name, as dialogs come after what they cover. It
 * is source, not a function, because the two protocols only carry source.
 */
const MARK_CONTROL = String.raw`(role, pattern, mark) => {
  const selectors = {
    button: 'button:not([role]), [role=button], summary',
    tab: '[role=tab]',
    link: 'a[href]',
    radio: 'input[type=radio], [role=radio]',
    textbox: 'textarea, input:not([type]), input[type=text], [role=textbox]',
    searchbox: 'input[type=search], [role=searchbox]',
    combobox: 'select, [role=combobox]',
  }
  const text = (element) => (element.innerText || element.textContent || '').replace(/\s+/g, ' ').trim()
  const nameOf = (element) => {
    const by = element.getAttribute('aria-labelledby')
    if (by) return by.split(/\s+/).map((id) => document.getElementById(id)).filter(Boolean).map(text).join(' ')
    const label = element.getAttribute('aria-label')
    if (label) return label
    if (element.labels && element.labels.length > 0) return text(element.labels[0])
    return text(element)
  }
  for (const old of document.querySelectorAll('[' + mark + ']')) old.removeAttribute(mark)
  const wanted = new RegExp(pattern)
  const modal = [...document.querySelectorAll('dialog[open]')].at(-1)
  // An editor draws its text itself, beside a text box without a size that takes the keys.
  const pressed = (element) => (element.matches('textarea') ? element.parentElement : element)
  const seen = [...(modal || document).querySelectorAll(selectors[role])].filter((element) => {
    const box = pressed(element).getBoundingClientRect()
    return box.width > 0 && box.height > 0 && pressed(element).checkVisibility({ visibilityProperty: true })
  })
  const found = seen.filter((element) => wanted.test(nameOf(element))).at(-1)
  if (found) {
    pressed(found).setAttribute(mark, '')
    pressed(found).scrollIntoView({ block: 'center', inline: 'nearest' })
  }
  return { marked: Boolean(found), names: seen.map(nameOf) }
}`
