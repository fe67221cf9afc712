import {
  AUTHORIZATION_MODES,
  type AuthorizationMode,
  type ClusterSettings,
  DESIGN_LIST,
  type Design,
  type GateSettings,
  KUBERNETES_VERSIONS,
  type KubernetesVersion,
  OWN_DESIGN,
  type Scenario,
} from '@authz-playground/engine'
import { GATE_SETTINGS, gatesOf } from '@authz-playground/engine/internal/cluster'
import { UNNAMED_VERSION } from '@authz-playground/engine/internal/kube'
import type { VectorScenario } from '@authz-playground/engine/internal/vectors'
import type { CommandWords, Flag } from './flags.ts'
import { nearestOf } from './nearest.ts'
import { refusedInput } from './problem.ts'

/** The settings that flags give for the cluster and its decisions. An absent setting stays as in the scenario. */
export interface CommandSettings extends GateSettings {
  readonly design?: string
  /** The design of a file, where one is named instead of an id, and its text. */
  readonly written?: WrittenByHand
  readonly version?: KubernetesVersion
  readonly authorizationModes?: readonly AuthorizationMode[]
  readonly defaultRoles?: boolean
  /** In the order of the flags. Without a design, that of the scenario applies. */
  readonly assume: readonly ChosenReading[]
}

/** A choice for a point that a design leaves open. */
export interface ChosenReading {
  readonly design?: string
  readonly assumption: string
  readonly option: string
}

/** A design that somebody wrote. */
export interface WrittenByHand {
  /** Its file. */
  readonly name: string
  readonly design: Design
  readonly text: string
}

/** The commands that take a design as a file: those of which `settingsIn` reads the flags. */
const TAKE_A_DESIGN = 'run, explain, fix, replay, render and link'

export const ASSUME_FLAG: Flag = {
  name: 'assume',
  value: 'DESIGN/ASSUMPTION=OPTION',
  many: true,
  help: 'a choice for what the design’s document leaves open',
}

/** Flags for the settings of the cluster, for any scenario. */
export const SETTING_FLAGS: readonly Flag[] = [
  {
    name: 'design',
    value: 'ID|FILE',
    help: `the design that decides, constrained by default; ${TAKE_A_DESIGN} take a file, too`,
  },
  ASSUME_FLAG,
  { name: 'authorization-mode', value: 'LIST', help: `authorizers in order, of ${AUTHORIZATION_MODES.join(', ')}` },
  { name: 'kubernetes-version', value: 'VERSION', help: `one of ${KUBERNETES_VERSIONS.join(', ')}` },
  {
    name: 'feature-gates',
    value: 'LIST',
    help: `each of ${GATE_SETTINGS.map(({ gate }) => gate.name).join(', ')} is =true or =false`,
  },
  { name: 'default-roles', help: 'count all roles and bindings that kube-apiserver creates' },
]

/** One of two clusters that a command compares. */
export type ComparedSide = 'from' | 'to'

/** Settings that two clusters of one comparison may have differently. */
const DIFFERS_BY_SIDE: ReadonlySet<string> = new Set([
  'authorization-mode',
  'kubernetes-version',
  'feature-gates',
  'default-roles',
])

/** The flags of the settings that two clusters may have differently, one for each cluster: `--from-version`, `--to-feature-gates`. */
export const SIDE_FLAGS: readonly Flag[] = (['from', 'to'] as const).flatMap((side) =>
  SETTING_FLAGS.filter(({ name }) => DIFFERS_BY_SIDE.has(name)).map((flag) => ({
    ...flag,
    name: sideFlag(side, flag.name),
    help: `--${flag.name} ${side === 'from' ? 'before' : 'after'}`,
  })),
)

function sideFlag(side: ComparedSide, name: string): string {
  return `${side}-${name === 'kubernetes-version' ? 'version' : name}`
}

/**
 * Reads the flags. Throws `Refused` for an unsupported value.
 *
 * @param side the cluster whose own flags ({@link SIDE_FLAGS}) count before the common ones
 * @param own the design of the file that --design names; without it a file is refused
 */
export function readCommandSettings(words: CommandWords, side?: ComparedSide, own?: WrittenByHand): CommandSettings {
  const flagOf = (name: string): string => {
    const own = side === undefined ? name : sideFlag(side, name)
    return words.one(own) === undefined ? name : own
  }
  const design = words.one('design')
  const written = words.one(flagOf('kubernetes-version'))
  const version = written === undefined ? undefined : readVersion(`--${flagOf('kubernetes-version')}`, written)
  const modes = words.one(flagOf('authorization-mode'))
  const gates = words.one(flagOf('feature-gates'))
  const defaultRoles = words.one(flagOf('default-roles'))
  return {
    ...(design !== undefined && { design: own?.design.id ?? knownDesign('--design', design) }),
    ...(own && { written: own }),
    ...(version !== undefined && { version }),
    ...(modes !== undefined && { authorizationModes: readModes(`--${flagOf('authorization-mode')}`, modes) }),
    ...(gates !== undefined && readGates(`--${flagOf('feature-gates')}`, gates, version)),
    ...(defaultRoles !== undefined && { defaultRoles: defaultRoles === 'true' }),
    assume: readChoices(words, own && [own.design.id]),
  }
}

/** Whether a word names a file with a design, and not the id of one. */
export function namesDesignFile(word: string): boolean {
  return word === '-' || /[\\/]|\.(?:ya?ml|json)$/i.test(word)
}

/** The id of a design of the playground that a flag or an argument names. Throws `Refused`. */
export function knownDesign(flag: string, id: string): string {
  if (namesDesignFile(id)) {
    const fix = `Write the id of a design. The commands ${TAKE_A_DESIGN} take a file; check FILE judges one.`
    throw refusedInput(flag, 'This command takes no file with a design.', fix)
  }
  return oneOf(
    flag,
    id,
    DESIGN_LIST.map((one) => one.id),
    'design',
  )
}

function oneOf<T extends string>(flag: string, word: string, offered: readonly T[], what: string): T {
  const found = offered.find((one) => one === word)
  if (found !== undefined) return found
  const near = nearestOf(word, offered)
  const fix = near === undefined ? `There are ${offered.join(', ')}.` : `Did you mean “${near}”?`
  throw refusedInput(flag, `“${word}” is not a supported ${what}.`, fix)
}

function readVersion(flag: string, word: string): KubernetesVersion {
  const minor = /^v?(\d+\.\d+)(?:\.\d+)?$/.exec(word)?.[1] ?? word
  return oneOf(flag, minor, KUBERNETES_VERSIONS, 'version')
}

function readModes(flag: string, list: string): readonly AuthorizationMode[] {
  return list.split(',').map((word) => oneOf(flag, word.trim(), AUTHORIZATION_MODES, 'authorizer'))
}

/** A kube-apiserver does not start with a gate that its version does not know. */
function readGates(flag: string, list: string, version: KubernetesVersion | undefined): GateSettings {
  const set: Record<string, boolean> = {}
  for (const word of list.split(',')) {
    const [name = '', value = ''] = word.trim().split('=')
    const known = oneOf(
      flag,
      name,
      GATE_SETTINGS.map(({ gate }) => gate.name),
      'feature gate',
    )
    const on = oneOf(flag, value.toLowerCase(), ['true', 'false'], `value of ${name}`) === 'true'
    const { gate, setting } = GATE_SETTINGS.find((one) => one.gate.name === known) ?? GATE_SETTINGS[0]
    if (version !== undefined && gate.defaults[version] === 'absent') {
      const first = KUBERNETES_VERSIONS.find((one) => gate.defaults[one] !== 'absent')
      const message = `Kubernetes ${version} has no feature gate ${known}, and its kube-apiserver does not start with one.`
      throw refusedInput(flag, message, `Leave it out, or choose a version from ${first} on.`)
    }
    set[setting] = on
  }
  return set
}

/** The choices of --assume. `own`: the ids of the designs that files have. Throws `Refused`. */
export function readChoices(words: CommandWords, own: readonly string[] = []): readonly ChosenReading[] {
  return words.all('assume').map((word) => readChoice(word, own))
}

function readChoice(word: string, own: readonly string[]): ChosenReading {
  const parts = /^(?:([^/=]+)\/)?([^/=]+)=([^=]+)$/.exec(word)
  const [, design, assumption, option] = parts ?? []
  if (assumption === undefined || option === undefined) {
    const fix = 'Write --assume design/assumption=option; docs/designs.md lists them.'
    throw refusedInput('--assume', `“${word}” is not a choice.`, fix)
  }
  return {
    ...(design !== undefined && { design: own.includes(design) ? design : knownDesign('--assume', design) }),
    assumption,
    option,
  }
}

/** A scenario under other settings. It takes the text of a design of one’s own with it. */
export function withSettings(scenario: Scenario, settings: CommandSettings): Scenario {
  const { version, authorizationModes, defaultRoles, written } = settings
  const design = written ? OWN_DESIGN : (settings.design ?? scenario.design)
  const cluster: ClusterSettings = {
    ...scenario.cluster,
    ...(version !== undefined && { version }),
    ...(authorizationModes && { authorizationModes }),
    ...gatesOf(settings),
    ...(defaultRoles !== undefined && { defaultRoles }),
  }
  const assumptions = { ...scenario.assumptions }
  for (const one of settings.assume) {
    const of = one.design === undefined || one.design === written?.design.id ? design : one.design
    assumptions[of] = { ...assumptions[of], [one.assumption]: one.option }
  }
  return {
    ...scenario,
    design,
    ...(written && { designText: written.text }),
    cluster,
    ...(Object.keys(assumptions).length > 0 && { assumptions }),
  }
}

/** A scenario of a vectors file under other settings. It is always decided as the version of vectors that name none. */
export function vectorWithSettings(vector: VectorScenario, settings: CommandSettings): VectorScenario {
  const { version, authorizationModes, defaultRoles } = settings
  if (version !== undefined && version !== UNNAMED_VERSION) {
    throw refusedInput(
      '--kubernetes-version',
      `A vectors file is always decided as ${UNNAMED_VERSION}.`,
      'Leave the flag out.',
    )
  }
  const design = settings.design ?? vector.design
  const chosen = settings.assume.filter((one) => one.design === undefined || one.design === (design ?? 'constrained'))
  const assumptions = {
    ...vector.assumptions,
    ...Object.fromEntries(chosen.map(({ assumption, option }) => [assumption, option])),
  }
  return {
    ...vector,
    ...(design !== undefined && { design }),
    ...(Object.keys(assumptions).length > 0 && { assumptions }),
    cluster: {
      ...vector.cluster,
      ...(authorizationModes && { authorizationModes }),
      ...gatesOf(settings),
      ...(defaultRoles !== undefined && { defaultRoles }),
    },
  }
}
