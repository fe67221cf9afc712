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
  /** Sets the size of the page, in CSS pixels. */
  resize(width: number, height: number): Promise<void>
  /** Runs the source of a function in the page, with arguments that survive JSON. */
  evaluate<Result>(source: string, ...args: readonly unknown[]): Promise<Result>
  /** A press with the pointer in the middle of the element that the page marked. */
  pressMarked(): Promise<void>
  type(text: string): Promise<void>
  /** One key by its name in UI Events: Enter, Escape, End. */
  key(name: KeyName): Promise<void>
  close(): Promise<void>
}

export type KeyName = 'Enter' | 'Escape' | 'End' | 'Space'

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

/** Presses a control once it is there and can be seen. */
export async function press(visitor: Visitor, control: Control): Promise<void> {
  await mark(visitor, control)
  await visitor.pressMarked()
}

/** Focuses a text box with the pointer and types at the end of its text. */
export async function write(visitor: Visitor, name: string | RegExp, text: string): Promise<void> {
  await press(visitor, { role: 'textbox', name })
  await visitor.key('End')
  await visitor.type(text)
}

/** Waits until the page has an expression of JavaScript that holds. */
export async function holds(visitor: Visitor, what: string, source: string): Promise<void> {
  const deadline = Date.now() + PATIENCE
  while (!(await visitor.evaluate<boolean>(source))) {
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
  const seen = [...(modal || document).querySelectorAll(selectors[role])].filter((element) => {
    const box = element.getBoundingClientRect()
    return box.width > 0 && box.height > 0 && element.checkVisibility({ visibilityProperty: true })
  })
  const found = seen.filter((element) => wanted.test(nameOf(element))).at(-1)
  if (found) {
    found.setAttribute(mark, '')
    found.scrollIntoView({ block: 'center', inline: 'nearest' })
  }
  return { marked: Boolean(found), names: seen.map(nameOf) }
}`
