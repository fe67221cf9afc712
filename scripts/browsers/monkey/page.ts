/*
 * What the monkey runs in the page, as source: the two protocols carry no functions. A text that it writes is a comment with a mark,
 * such as `w12w`, by which it is found again.
 */

/** What the page has done since it was asked before, and how it is. */
export interface Seen {
  /** Errors that were thrown, logged or shown. */
  readonly problems: readonly string[]
  /** The longest time in which the page did nothing that it was asked. Milliseconds. */
  readonly longest: number
  /** By how many pixels the page is wider than its window. */
  readonly tooWide: number
  /** The names of the controls that can be pressed. */
  readonly controls: readonly string[]
  /** The name of the dialog that covers the page. */
  readonly dialog: string | undefined
  /** The answer is not the answer to what is asked. */
  readonly isBusy: boolean
}

/** Functions that the sources below share. */
const SHARED = String.raw`
  const nameOf = (element) => {
    const label = element.getAttribute('aria-label') || (element.labels && element.labels[0] && element.labels[0].textContent)
    return (label || element.innerText || element.textContent || element.tagName).replace(/\s+/g, ' ').trim().slice(0, 80)
  }
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  const SELECTOR = 'button, a[href], summary, input, select, textarea, [tabindex="0"], [role=tab], [role=button], [role=option], ' +
    '[role=menuitem], [role=radio], [role=slider], [role=separator]'
  const controls = () => [...document.querySelectorAll(SELECTOR)].filter((element) => {
    // Other sites are not ours, and what opens a tab leaves this one.
    if (element.matches('a') && (element.origin !== location.origin || element.target)) return false
    if (element.matches(':disabled, [type=file]')) return false
    const box = element.getBoundingClientRect()
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const there = document.elementFromPoint(x, y)
    return there !== null && (element.contains(there) || there.contains(element))
  })
`

/** Watches from now on, unless it does: what is thrown, logged and not loaded, and how long the page does nothing. */
export const WATCH = `() => {
  if (window.monkey) return
  const words = (value) => String((value && (value.stack || value.message)) || value).slice(0, 600)
  const found = (window.monkey = { problems: [], longest: 0 })
  const say = (text) => found.problems.push(text)
  addEventListener('error', ({ target, error, message }) => {
    say(target instanceof Element ? 'could not load ' + (target.src || target.href) : 'threw ' + words(error || message))
  }, true)
  addEventListener('unhandledrejection', ({ reason }) => say('rejected ' + words(reason)))
  addEventListener('securitypolicyviolation', ({ blockedURI }) => say('was refused ' + blockedURI))
  const log = console.error
  console.error = (...args) => {
    say('logged ' + args.map(words).join(' '))
    log(...args)
  }
  let last = performance.now()
  setInterval(() => {
    const now = performance.now()
    found.longest = Math.max(found.longest, now - last)
    last = now
  }, 50)
}`

/** What was seen since the call before: a {@link Seen}. */
export const LOOK = `() => {
  ${SHARED}
  ;(${WATCH})()
  const { problems, longest } = window.monkey
  window.monkey.longest = 0
  const shown = [...document.querySelectorAll('[role=alert]')].map((alert) => alert.textContent)
  const { scrollWidth } = document.documentElement
  const answer = document.querySelector('#answer')
  return {
    problems: [...problems.splice(0), ...shown.filter((text) => /cannot be shown: /.test(text))],
    longest,
    tooWide: Math.max(0, scrollWidth - innerWidth),
    controls: controls().map(nameOf),
    dialog: dialog && (nameOf(dialog) || 'a dialog'),
    isBusy: answer !== null && answer.getAttribute('aria-busy') === 'true',
  }
}`

/** Marks one of the controls that can be pressed, and returns its name; undefined where there is none. */
export const MARK_ONE = `(at, mark) => {
  ${SHARED}
  for (const old of document.querySelectorAll('[' + mark + ']')) old.removeAttribute(mark)
  const all = controls()
  const one = all[Math.floor(at * all.length)]
  if (one) one.setAttribute(mark, '')
  return one && (one.getAttribute('role') || one.tagName.toLowerCase()) + ' ' + nameOf(one)
}`

/** Turns to the policy's editor, where nothing covers it. Returns whether it could. */
export const TO_POLICY = `() => {
  ${SHARED}
  const box = [...document.querySelectorAll('textarea, [role=textbox]')].find((one) => one.getAttribute('aria-label') === 'Policy')
  if (!box || dialog || !box.checkVisibility() || box.readOnly || box.getAttribute('aria-readonly') === 'true') return false
  box.focus()
  return document.activeElement === box
}`

/** Drops or pastes a text, as a file or as it is, on what is at a place of the window. */
export const BRING = `(kind, asFile, text, x, y) => {
  const data = new DataTransfer()
  if (asFile) data.items.add(new File([text], 'brought.yaml'))
  else data.setData('text/plain', text)
  const to = kind === 'paste' ? document.activeElement : document.elementFromPoint(x * innerWidth, y * innerHeight)
  const common = { bubbles: true, cancelable: true }
  if (!to) return
  if (kind === 'paste') to.dispatchEvent(new ClipboardEvent('paste', { ...common, clipboardData: data }))
  else for (const type of ['dragenter', 'dragover', 'drop']) {
    to.dispatchEvent(new DragEvent(type, { ...common, dataTransfer: data, clientX: x * innerWidth, clientY: y * innerHeight }))
  }
}`

/** The marks of texts that can be found: in what is stored, or in an editor. */
export const MARKS = String.raw`async () => {
  const all = [...Object.values(localStorage), ...Object.values(sessionStorage)]
  for (const editor of document.querySelectorAll('.view-lines, textarea')) all.push(editor.value || editor.textContent)
  const result = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  for (const { name } of await indexedDB.databases()) {
    const database = await result(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      all.push(JSON.stringify(await result(database.transaction(store).objectStore(store).getAll())))
    }
    database.close()
  }
  return [...new Set(all.join(' ').match(/w\d+w/g) || [])]
}`
