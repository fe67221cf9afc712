import type { Scenario } from '@authz-playground/engine'
import { linkHash } from '@authz-playground/engine/documents'
import { EXAMPLES } from '@authz-playground/examples'
import { FIRST } from '@authz-playground/examples/first'
import { expect, type Locator, type Page } from '@playwright/test'

/** The forms of the request by their tabs, and the names of their texts. */
const TEXTS = {
  HTTP: 'HTTP request',
  kubectl: 'kubectl command',
  curl: 'curl command',
  Review: 'access review',
} as const

export type TextForm = keyof typeof TEXTS

declare global {
  interface Window {
    /** The announcements of live regions, in order. */
    heard?: string[]
  }
}

/** Runs in the page before anything else: records the announcements of live regions, which do not keep them. */
export function listen(): void {
  const heard: string[] = []
  window.heard = heard
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (!(target instanceof Element) || target.closest('[role=status]') === null) continue
      for (const node of addedNodes) if (node.textContent) heard.push(node.textContent.trim())
    }
  }).observe(document, { childList: true, subtree: true })
}

/** The visible words of an example: Kubernetes nouns have another font instead of backticks. */
export function shownWords(words: string): string {
  return words.replaceAll('`', '')
}

/** A pattern that matches exactly this text. */
export function literalPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

/** The playground as a person uses it: its parts by role and name, and actions on them. */
export type PlaygroundPage = ReturnType<typeof playgroundOn>

export function playgroundOn(page: Page) {
  const region = (name: string): Locator => page.getByRole('region', { name, exact: true })
  const chart = region('Flowchart')
  const answer = region('Answer')
  const timeline = region('Timeline')
  const player = page.getByRole('group', { name: 'Player' })
  // The timeline has a part of this name, too.
  const request = region('Request').filter({ has: page.getByRole('tablist') })
  const policyText = page.getByRole('textbox', { name: 'Policy', exact: true })

  /** Opens the page and waits for its first answer. */
  async function open(): Promise<void> {
    await page.addInitScript(listen)
    await page.goto('/')
    await expect(sentence).toBeVisible()
  }

  /** The announcements to screen readers since the last call. */
  const heard = (): Promise<string> => page.evaluate(() => window.heard?.splice(0).join('\n') ?? '')

  /** Waits for an announcement to screen readers. Earlier announcements are forgotten. */
  async function hears(words: string | RegExp): Promise<void> {
    let all = ''
    await expect
      .poll(async () => {
        all += await heard()
        return all
      })
      .toMatch(typeof words === 'string' ? new RegExp(literalPattern(words), 'i') : words)
  }

  // Reasons, errors and words about the guess are paragraphs, too.
  const sentence = answer.locator('[data-sentence]')

  /** Turns to an editor, and waits until Monaco has replaced the plain text field: its description explains the Tab key. */
  async function readyToWrite(text: Locator): Promise<void> {
    await expect(async () => {
      // A dialog that is still closing keeps the focus, or takes it back.
      await text.focus()
      await expect(text).toHaveAccessibleDescription(/Tab moves on until you type/, { timeout: 5000 })
    }).toPass({ timeout: 20_000 })
  }

  /** Replaces the text of an editor or a field, by selecting all of it and pasting. */
  async function write(into: Locator, text: string): Promise<void> {
    await readyToWrite(into)
    await into.focus()
    await page.keyboard.press('ControlOrMeta+A')
    if (text === '') await page.keyboard.press('Delete')
    else await paste(text)
  }

  /** Pastes at the end of an editor. */
  async function append(to: Locator, text: string): Promise<void> {
    await readyToWrite(to)
    await to.focus()
    await page.keyboard.press('ControlOrMeta+End')
    await paste(text)
  }

  /** Pastes where the focus is. */
  async function paste(text: string): Promise<void> {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await page.keyboard.press('ControlOrMeta+V')
  }

  /** The text that an action puts on the clipboard. */
  async function copiedBy(action: () => Promise<void>): Promise<string> {
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await action()
    const read = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(read).not.toBe('')
    return read()
  }

  /** The whole text of an editor. */
  async function textOf(editor: Locator): Promise<string> {
    await readyToWrite(editor)
    await editor.focus()
    await page.keyboard.press('ControlOrMeta+A')
    return copiedBy(() => page.keyboard.press('ControlOrMeta+C'))
  }

  async function showForm(form: TextForm | 'Form' | 'More'): Promise<void> {
    const folded = page.getByRole('button', { name: /^Request: /, expanded: false })
    if (await folded.isVisible()) await folded.click()
    const tab = request.getByRole('tab', { name: new RegExp(`^${form}`) })
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
  }

  const requestText = (form: TextForm): Locator => page.getByRole('textbox', { name: TEXTS[form], exact: true })

  /** Replaces the text of the request in one of its forms. */
  async function writeRequest(form: TextForm, text: string): Promise<void> {
    await showForm(form)
    await write(requestText(form), text)
  }

  /** The text of the request in one of its forms, as it is copied. */
  async function requestIn(form: TextForm): Promise<string> {
    await showForm(form)
    return copiedBy(() => request.getByRole('button', { name: `Copy ${TEXTS[form]}` }).click())
  }

  type Part = 'What would do it' | 'Timeline' | 'Details'

  async function setFolded(part: Part, wanted: boolean): Promise<Locator> {
    const handle = region(part).getByRole('button', { name: part }).first()
    if ((await handle.getAttribute('aria-expanded')) === String(wanted)) await handle.click()
    return region(part)
  }

  /** Unfolds a part below the chart, unless it is unfolded. */
  const unfold = (part: Part): Promise<Locator> => setFolded(part, false)

  /** Folds a part below the chart, unless it is folded. */
  const fold = (part: Part): Promise<Locator> => setFolded(part, true)

  /** Opens a drawer of the details: Response, Audit event, Metrics, Design. */
  async function openDrawer(title: string): Promise<void> {
    const details = await unfold('Details')
    await details.getByRole('button', { name: new RegExp(`^${title}\\b`), expanded: false }).click()
  }

  const gallery = page.getByRole('dialog', { name: 'Examples' })

  async function openGallery(): Promise<void> {
    await page.getByRole('button', { name: /^Example: / }).click()
    await expect(gallery).toBeVisible()
  }

  const about = page.getByRole('region', { name: 'About this scenario' })

  /** Shows what is said of the scenario that is open, unless it is shown. The next click beside it hides it. */
  async function openAbout(): Promise<void> {
    if (!(await about.isVisible())) await page.getByRole('button', { name: 'About this scenario' }).click()
    await expect(about).toBeVisible()
  }

  /** The entry of an example in the gallery. It is found by its visible words. */
  function entry(id: string): Locator {
    const example = EXAMPLES.find((one) => one.id === id)
    if (example === undefined) throw new Error(`no example is called ${id}`)
    return gallery
      .getByRole('button')
      .filter({ hasText: shownWords(example.title) })
      .filter({ hasText: shownWords(example.sentence) })
  }

  /** Opens an example from the gallery. Only for pages without edits, where no question appears. */
  async function openExample(id: string): Promise<void> {
    await openGallery()
    await entry(id).click()
    await expect(gallery).toBeHidden()
  }

  /** Follows a link to an example on the open page, as if a person wrote its address. */
  async function goToExample(id: string): Promise<void> {
    const { title } = EXAMPLES.find((one) => one.id === id) ?? {}
    if (title === undefined) throw new Error(`no example is called ${id}`)
    await follow(`#example/${id}`, title)
  }

  /** Follows a link to the scenario of the first example, in which something is different. */
  async function goToScenario(change: Partial<Scenario>, title = 'Scenario of a test'): Promise<void> {
    const document = { title, explanation: '', expect: [], scenario: { ...FIRST.scenario, ...change } }
    await follow(linkHash({ document }), title)
  }

  async function follow(hash: string, title: string): Promise<void> {
    await page.evaluate((wanted) => {
      location.hash = wanted
    }, hash)
    const name = new RegExp(`^Example: ${literalPattern(shownWords(title))}`)
    await expect(page.getByRole('button', { name })).toBeVisible()
  }

  return {
    page,
    about,
    openAbout,
    chart,
    answer,
    timeline,
    details: region('Details'),
    /** The changes that would allow the request. */
    changes: region('What would do it'),
    /** The answer in a few words, where the sentence is longer. */
    headline: answer.getByRole('heading', { level: 3 }).first(),
    player,
    request,
    policy: region('Policy'),
    policyText,
    /** The answer in one sentence. */
    sentence,
    /** Each check of the timeline, in order. */
    checks: timeline.getByRole('button', { name: /^Check \d+: / }),
    /** The slider with the step of the request. */
    step: player.getByRole('slider', { name: 'Step of the request' }),
    gallery,
    requestText,
    open,
    readyToWrite,
    write,
    append,
    paste,
    copiedBy,
    textOf,
    showForm,
    writeRequest,
    requestIn,
    unfold,
    fold,
    openDrawer,
    openGallery,
    entry,
    openExample,
    goToExample,
    goToScenario,
    writePolicy: (text: string) => write(policyText, text),
    /** A node of the chart, by the words on it. */
    node: (words: string | RegExp) => chart.getByRole('button', { name: words }),
    hears,
  }
}
