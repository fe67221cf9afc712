import type { CommandWorld } from '../command.ts'
import { type Files, written } from '../files.ts'
import type { CommandWords, Flag } from '../flags.ts'
import { settingsIn } from '../inputs.ts'
import { outputOf } from '../output.ts'
import { type CommandProblem, refusedInput } from '../problem.ts'
import { SETTING_FLAGS } from '../settings.ts'
import type { World } from '../world.ts'
import { destinationOf, pathsIn } from './destination.ts'
import { type Form, type FormName, RENDER_FORMS, type RenderOptions } from './forms.ts'
import { renderInputs } from './inputs.ts'
import { lessonSubject, type ReadSubject, type RenderSubject, renderSubject } from './subject.ts'

const NAMES = Object.keys(RENDER_FORMS) as [FormName, ...FormName[]]
const THEMES = ['light', 'dark'] as const

export const RENDER_FLAGS: readonly Flag[] = [
  { name: 'output', short: 'o', value: 'FORM', help: `${NAMES.join(', ')}; svg by default` },
  { name: 'to', short: 'O', value: 'PATH', help: 'the file to write, or the folder (with a slash at its end)' },
  {
    name: 'by-hash',
    help: 'name files in the folder by the SHA-256 of the scenario, as the Hugo shortcode expects',
  },
  {
    name: 'lesson',
    value: 'N|ID',
    help: 'the lesson of a course, by its number from 1 or its id; the first by default',
  },
  { name: 'request', value: 'N', help: 'the number of the request, from 1; by default the one that the file shows' },
  { name: 'theme', value: THEMES.join('|'), help: 'the theme of a png; light by default' },
  { name: 'scale', value: 'N', help: 'pixels of a png per pixel of the picture, 1 to 4; 2 by default' },
  { name: 'image', value: 'URL', help: 'an image that html shows instead of the picture' },
  { name: 'standalone', help: 'make html a page of its own' },
  { name: 'module', value: 'URL', help: 'the address from which that page loads the element' },
  ...SETTING_FLAGS,
]

/** Renders scenarios. Returns 0 where all are rendered; 2, and renders none, where any was not understood. */
export async function renderCommand(words: CommandWords, files: Files, world: CommandWorld): Promise<number> {
  const name = outputOf(words, NAMES)
  const form: Form = RENDER_FORMS[name]
  const options = optionsOf(words, name)
  const { settings, remarks } = settingsIn(words, files)
  world.remarks.add(remarks)
  const number = wholeNumber(words, 'request', 1, Number.MAX_SAFE_INTEGER)
  const inputs = await renderInputs(words, files, world)
  if (inputs.some(({ kind }) => kind === 'course')) refuseSettings(words)
  const read = await Promise.all(
    inputs.map((input): Promise<ReadSubject> | ReadSubject => {
      if (input.kind === 'unread') return { problems: input.problems }
      return input.kind === 'course' ? lessonSubject(input, settings, number) : renderSubject(input, settings, number)
    }),
  )
  // Notes help a person who asks for an answer (`run`). A page with many pictures would repeat them at each build.
  const problems = read.flatMap((one) => one.problems).filter(({ severity }) => severity !== 'note')
  world.remarks.add(problems)
  if (problems.some(({ severity }) => severity === 'error')) return 2
  const subjects = read.flatMap(({ subject }) => (subject === undefined ? [] : [subject]))
  const write = writer(words, form, subjects, world)
  const made: (string | Uint8Array)[] = []
  for (const subject of subjects) made.push(await form.make(subject, options, world))
  const unwritten = write(made)
  world.remarks.add(unwritten)
  return unwritten.length > 0 ? 2 : 0
}

/** The goals of a lesson are about the cluster that its course says. */
function refuseSettings(words: CommandWords): void {
  const given = SETTING_FLAGS.find(({ name }) => words.all(name).length > 0)
  if (given === undefined) return
  throw refusedInput(`--${given.name}`, 'A lesson is rendered as its course says it.', 'Leave the flag out.')
}

function optionsOf(words: CommandWords, name: FormName): RenderOptions {
  const only = (flag: string, form: FormName) => {
    if (words.all(flag).length > 0 && name !== form) {
      throw refusedInput(
        `--${flag}`,
        `This is for ${form}, and ${name} is made.`,
        `Write -o ${form}, or leave the flag out.`,
      )
    }
  }
  for (const flag of ['theme', 'scale']) only(flag, 'png')
  for (const flag of ['image', 'standalone', 'module']) only(flag, 'html')
  const image = words.one('image')
  const module = words.one('module')
  if (module !== undefined && !words.has('standalone')) {
    throw refusedInput(
      '--module',
      'Only a page of its own loads a module.',
      'Write --standalone too, or load it in your page.',
    )
  }
  return {
    theme: themeOf(words),
    scale: wholeNumber(words, 'scale', 1, 4) ?? 2,
    standalone: words.has('standalone'),
    ...(image !== undefined && { image }),
    ...(module !== undefined && { module }),
  }
}

function themeOf(words: CommandWords): RenderOptions['theme'] {
  const wanted = words.one('theme') ?? 'light'
  const theme = THEMES.find((one) => one === wanted)
  if (theme === undefined)
    throw refusedInput('--theme', `“${wanted}” is not a theme.`, `There are ${THEMES.join(' and ')}.`)
  return theme
}

function wholeNumber(words: CommandWords, flag: string, least: number, most: number): number | undefined {
  const written = words.one(flag)
  if (written === undefined) return undefined
  const number = Number(written)
  if (/^\d+$/.test(written) && number >= least && number <= most) return number
  throw refusedInput(`--${flag}`, `“${written}” is out of range.`, `Write --${flag} ${least}.`)
}

/**
 * Prepares writing all pictures at once; the result says which were not written. Conflicts are reported before anything is drawn.
 * Throws `Refused`.
 */
function writer(
  words: CommandWords,
  { extension, joins, binary }: Form,
  subjects: readonly RenderSubject[],
  world: World,
): (made: readonly (string | Uint8Array)[]) => readonly CommandProblem[] {
  const to = words.one('to')
  const destination = destinationOf(to, world)
  const byHash = words.has('by-hash')
  if (byHash && destination.kind !== 'folder') {
    throw refusedInput('--by-hash', 'This names files in a folder, and no folder is named.', 'Write --to FOLDER/.')
  }
  if (destination.kind === 'folder') {
    const naming = byHash ? 'hash' : 'source'
    const files = subjects.map(({ file }) => file)
    const paths = pathsIn(destination.path, files, extension, naming)
    return (made) => paths.flatMap((path, at) => written(path, [made[at] ?? ''], world) ?? [])
  }
  if (subjects.length > 1 && joins === undefined) {
    throw refusedInput(
      '--to',
      `There are ${subjects.length} pictures, and each is a file of its own.`,
      'Write --to FOLDER/.',
    )
  }
  if (destination.kind === 'file') return (made) => [written(destination.path, [joined(made)], world) ?? []].flat()
  if (binary && world.terminal) {
    throw refusedInput('--to', 'A terminal cannot show a PNG.', 'Write --to FILE.png, or > FILE.png.')
  }
  return (made) => {
    world.out(joined(made))
    return []
  }
}

function joined(made: readonly (string | Uint8Array)[]): string | Uint8Array {
  const [first = ''] = made
  return made.length === 1 ? first : made.join('\n')
}
