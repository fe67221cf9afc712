import { counted } from '@authz-playground/pictures'
import { appended, joinedFiles, openText, playground, takePasted, workerApi } from '../../session/index.ts'
import { announce, notify } from '../../ui/index.ts'
import { MOST_ENTRIES, type NamedFile, withoutToolFiles } from './dropped.ts'
import type { DropManner } from './FileDrop.tsx'
import { TEXT_NAMES, type WrittenText } from './written.ts'

/** So many names are listed; more are counted. */
const MOST_NAMES = 5

/**
 * Puts files into a text or appends them, with their names where there are several. A scenario document is opened
 * instead, and a design decides from then on. Undo takes it back. Where a file cannot be used, a message says why, and nothing changes.
 */
export async function takeFiles(
  dropped: Promise<readonly NamedFile[] | undefined>,
  manner: DropManner,
  into: WrittenText,
): Promise<void> {
  const problem = await taken(dropped, manner, into).catch(() => ['The browser could not read the dropped files.'])
  if (problem.length > 0) notify(problem.join(' '))
}

/** The problems of the files, in sentences, and remarks on the files that were left out; empty where all were used. */
async function taken(
  dropped: Promise<readonly NamedFile[] | undefined>,
  manner: DropManner,
  into: WrittenText,
): Promise<readonly string[]> {
  const all = await dropped
  if (all === undefined) {
    return [
      `There are more than ${MOST_ENTRIES.toLocaleString('en')} files. Drop the folder that has the policy alone.`,
    ]
  }
  if (all.length === 0) return ['There are no files that end in .yaml, .yml or .json.']
  const { files, remarks } = withoutToolFiles(all)
  const more = remarks.length - MOST_NAMES
  const leftOut = [
    ...remarks.slice(0, MOST_NAMES),
    ...(more > 0
      ? [`${counted(more, 'other file')} of kustomize or Helm ${more === 1 ? 'was' : 'were'} not read.`]
      : []),
  ]
  const read = await Promise.all(
    files.map(async ({ name, file }) => {
      const text = await file.text()
      return { name, text, kinds: await workerApi().kindsOf(text, playground.getState().scenario.policy) }
    }),
  )
  const areGoals = ({ kinds }: (typeof read)[number]): boolean => kinds.includes('goals')
  for (const { name, text } of read.filter(areGoals)) {
    const problems = await openText(text)
    if (problems.length > 0) return [`The goals of “${name}” were not added.`, ...problems]
  }
  const texts = read.filter((one) => !areGoals(one))
  if (texts.length === 0) return leftOut
  const document = texts.find(({ kinds }) => kinds.includes('scenario') || kinds.includes('course'))
  if (document !== undefined) {
    if (texts.length > 1) {
      return [`“${document.name}” is not a part of a scenario: open it alone. Nothing was taken.`]
    }
    const problems = await openText(document.text)
    return problems.length === 0 ? [] : [`“${document.name}” was not opened.`, ...problems]
  }
  const kinds = texts.flatMap((one) => one.kinds)
  const isPolicy = kinds.some((is) => is === 'policy' || is === 'resources')
  const hasOthers = kinds.some((is) => is !== 'policy' && is !== 'resources' && is !== 'left')
  if (into === 'policy' && (hasOthers || (!isPolicy && texts.length > 0))) {
    await takePasted(joinedFiles(texts), manner)
    return leftOut
  }
  // A design is a text of its own, whichever tab is open.
  const isDesign = ({ kinds }: (typeof read)[number]): boolean => kinds.includes('design')
  const designs = texts.filter(isDesign)
  if (designs.length > 0) await takePasted(joinedFiles(designs), manner)
  const rest = texts.filter((one) => !isDesign(one))
  const text = joinedFiles(rest)
  if (text === '') return leftOut
  const { scenario, edit } = playground.getState()
  const whole = manner === 'append' ? appended(scenario[into] ?? '', text) : text
  // A new subject each time, so that two drops are two steps of undo.
  edit({ subject: `files ${performance.now()}`, change: { [into]: whole }, replaces: manner === 'replace' })
  const names = rest.length > MOST_NAMES ? counted(rest.length, 'file') : rest.map(({ name }) => name).join(', ')
  announce(
    manner === 'append' ? `${names} added to the ${TEXT_NAMES[into]}` : `In the ${TEXT_NAMES[into]} now: ${names}`,
  )
  return leftOut
}
