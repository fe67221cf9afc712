import { LONG_LINK } from '@authz-playground/engine/internal/scenario-file'
import { EXAMPLES } from '@authz-playground/examples'
import {
  AUDIENCES,
  addressHash,
  closeDialog,
  countOpened,
  currentAudience,
  forgetEarlierAddresses,
  isAddressed,
  keepAddress,
  type LessonPlace,
  onAudience,
  openDialog,
  playground,
  readAddress,
  reopen,
  type Session,
  screen,
  sessionOf,
  sharedOf,
  showAudience,
  showStep,
  workerApi,
} from '../session/index.ts'
import { randomId, reportLoadFailure } from '../ui/index.ts'
import { becomeNewest, openLink } from './open-link.ts'

/** The pause after a change before the address follows. Browsers refuse more than some three changes a second. */
const PAUSE = 400

/** Longer policies fit into no address, so they are not compressed to find out. UTF-16 code units. */
const LONGEST_POLICY = 150_000

/** The mark of an entry of the browser's history that this module wrote. */
interface Entry {
  readonly key: string
  /** It was added when a dialog opened over the entry before it, so closing the dialog goes back. */
  readonly over: boolean
}

/** The sessions of the entries since the page was loaded. Back needs no link to open them again, however long they are. */
const sessions = new Map<string, Session>()

/** The scenario of a hash, as it was made last; empty where it is too long. */
let lastPart: { readonly of: Session; readonly part: string } | undefined

/** The entry that is shown. */
let entry: Entry = { key: '', over: false }
/** The scenarios that had been opened when the address was last written. */
let opened = 0
/** The page went back by itself, because a dialog was closed. */
let returning = false
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Keeps the address of the page on what it shows. A scenario that is opened, and a dialog over the page, add an entry to
 * the history; everything else, such as edits, replaces the present one. So Back closes a dialog, or shows the scenario
 * before. Further calls do nothing.
 */
export function followScreen(): void {
  if (screen.getState().followed) return
  screen.setState({ followed: true })
  entry = entryOf(history.state) ?? newEntry(false)
  opened = countOpened()
  playground.subscribe((now, before) => {
    const changed =
      now.answered !== before.answered ||
      now.about !== before.about ||
      now.goals !== before.goals ||
      now.exampleId !== before.exampleId ||
      now.lesson !== before.lesson ||
      now.playback !== before.playback
    if (changed) writeAfter(countOpened() === opened ? PAUSE : 0)
  })
  onAudience(() => writeAfter(PAUSE))
  screen.subscribe((now, before) => writeAfter(now.dialog === before.dialog ? PAUSE : 0))
  addEventListener('popstate', ({ state }) => {
    if (!returning) forgetEarlierAddresses()
    const to = entryOf(state)
    if (to !== undefined) void goTo(to)
  })
  writeAfter(0)
}

/** The entry of a state of the history; undefined for entries of the browser, such as those of a link that was typed. */
function entryOf(state: unknown): Entry | undefined {
  const { playground: mark } = (state ?? {}) as { playground?: Partial<Entry> }
  return typeof mark?.key === 'string' ? { key: mark.key, over: mark.over === true } : undefined
}

function newEntry(over: boolean): Entry {
  return { key: randomId(), over }
}

function writeAfter(pause: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void write(), pause)
}

/** Shows an entry that the person went to. Never rejects. */
async function goTo(to: Entry): Promise<void> {
  try {
    await show(to)
  } catch {
    reportLoadFailure('What opens links', () => void goTo(to))
  }
}

/** Rejects where a part of the page did not arrive. */
async function show(to: Entry): Promise<void> {
  entry = to
  const session = sessions.get(to.key)
  if (returning) returning = false
  else if (session === undefined) await openLink(location.hash)
  else {
    const isCurrent = becomeNewest()
    await showSession(session, isCurrent)
    if (!isCurrent()) return
    const { step, audience, dialog, choices } = readAddress(location.hash).address
    if (step !== undefined) showStep(session.scenario, step)
    const open = AUDIENCES.find((one) => one === audience)
    if (open !== undefined) showAudience(open)
    if (dialog === undefined) closeDialog()
    else openDialog(dialog, choices)
  }
  opened = countOpened()
  writeAfter(0)
}

/** Shows a session again. The work of a lesson is as it was left, not as it was then. */
async function showSession(session: Session, isCurrent: () => boolean): Promise<void> {
  const { scenario, lesson } = playground.getState()
  if (session.lesson === undefined && lesson === undefined) {
    if (session.scenario !== scenario) reopen(session)
    return
  }
  const { courses, openCourseHash } = await import('../session/course/index.ts')
  if (!isCurrent()) return
  if (session.lesson !== undefined) await openCourseHash(hashOfLesson(session.lesson), isCurrent)
  else if (!courses.leaveFor(session)) reopen(session)
}

function hashOfLesson({ address, lesson }: LessonPlace): string {
  return `#${address}/${lesson}`
}

async function write(): Promise<void> {
  const { answered } = playground.getState()
  const session = sessionOf(playground.getState())
  const { scenario, about, goals, lesson } = session
  // While a scenario is not decided, the worker has other things to do, and the next scenario may be there soon.
  if (answered !== scenario || returning) return
  const before = entry
  const { href } = location
  const presents = playground.getState().playback.pausesAtChecks === true
  const part = await (presents ? presentedPart(session) : scenarioPart(session)).catch(() => undefined)
  const now = playground.getState()
  const changed = now.scenario !== scenario || now.about !== about || now.goals !== goals
  // An address that somebody has followed meanwhile stays until its content is open.
  if (part === undefined || changed || returning || entry !== before || location.href !== href) return
  const { dialog, choices } = screen.getState()
  const addressed = isAddressed(dialog) ? dialog : undefined
  const turned = countOpened() !== opened
  const typed = entryOf(history.state) === undefined
  opened = countOpened()
  if (addressed === undefined && entry.over && !turned && !typed) {
    returning = true
    history.back()
    return
  }
  const opens = addressed !== undefined && readAddress(location.hash).address.dialog === undefined
  const adds = !typed && (turned ? !entry.over : opens)
  if (adds || typed) entry = newEntry(adds && !turned)
  else if (turned) entry = { ...entry, over: false }
  sessions.set(entry.key, session)
  const last = (now.answer?.trace?.steps.length ?? 1) - 1
  const { position, playing, atStart } = now.playback
  const hash = addressHash({
    scenario: part,
    kept: part === '',
    // A step may give away what a lesson asks, and a lesson is the same for each audience.
    ...(!presents && lesson === undefined && !playing && !atStart && position < last && { step: position }),
    ...(lesson === undefined && currentAudience() !== AUDIENCES[0] && { audience: currentAudience() }),
    ...(addressed && { dialog: addressed, choices: choices[addressed] ?? {} }),
  })
  if (adds) history.pushState({ playground: entry }, '', hash)
  else history.replaceState({ playground: entry }, '', hash)
  keepAddress(hash)
}

/** What the present view shows, as a hash has it; empty where it is too long, or where its name may tell the end. */
async function presentedPart(session: Session): Promise<string> {
  const { presentedItem, tellsTheEnd } = await import('../lecture/index.ts')
  const part = presentedItem()?.address ?? (await scenarioPart(session))
  return tellsTheEnd(part) ? '' : part
}

/** The scenario as a hash has it; empty where it is too long. */
async function scenarioPart(session: Session): Promise<string> {
  const { scenario, exampleId, lesson } = session
  if (lesson !== undefined) return hashOfLesson(lesson).slice(1)
  const of = lastPart?.of
  const parts = ['scenario', 'about', 'goals', 'exampleId'] as const
  if (lastPart !== undefined && parts.every((part) => session[part] === of?.[part])) return lastPart.part
  const { link } = sharedOf(
    session,
    EXAMPLES.find(({ id }) => id === exampleId),
  )
  const long = 'document' in link && scenario.policy.length > LONGEST_POLICY
  const hash = long ? '' : await workerApi().link(link)
  const part = hash.length > LONG_LINK ? '' : hash.replace(/^#/, '')
  lastPart = { of: session, part }
  return part
}
