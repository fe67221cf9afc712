import { goQuote, isDNSSubdomain, parseInteger } from '../../go/index.ts'
import type { FlagType, Refusal } from './flag-type.ts'

/** The types of values of which kubectl builds objects, in order of the commands. */

/** `--tcp` of `create service`: ports, each perhaps with the port of the container. An empty list is another error. */
export const PORTS = {
  is: 'a list of port or port:target',
  example: '80:8080',
  isList: true,
  refusalByCommand: (value) => (value === '' ? undefined : firstOf(value.split(','), portRefusal)),
} satisfies FlagType

function portRefusal(text: string): string | undefined {
  const [port = '', target] = text.split(':')
  const refused = (why: string): string => `strconv.ParseUint: parsing ${goQuote(port)}: ${why}`
  if (/^[+-]/.test(port)) return refused('invalid syntax')
  const read = parseInteger(port, 64, true)
  if (typeof read === 'string') return numberWords(read, 'ParseUint')
  if (read > 65_535n) return refused('value out of range')
  if (target === undefined) return undefined
  const number = parseInteger(target, 64, true)
  if (typeof number === 'string') return portNameRefusal(target)
  return number >= 1n && number <= 65_535n ? undefined : 'must be between 1 and 65535, inclusive'
}

/** The words about a name of a port (Go: `IsValidPortName`). */
function portNameRefusal(name: string): string | undefined {
  const wrong = [
    [name.length > 15, 'must be no more than 15 characters'],
    [
      !/^[-a-z0-9]*$/.test(name) || name === '',
      'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
    ],
    [!/[a-z]/.test(name), 'must contain at least one letter (a-z)'],
    [name.includes('--'), 'must not contain consecutive hyphens'],
    [name.startsWith('-') || name.endsWith('-'), 'must not begin or end with a hyphen'],
  ] as const
  const words = wrong.flatMap(([isWrong, why]) => (isWrong ? [why] : []))
  return words.length === 0 ? undefined : words.join(',')
}

/** `--port` of `run` and `expose`. */
export const PORT = {
  is: 'a whole number',
  example: '80',
  refusalByCommand: (value) => {
    const read = value === '' ? 0n : parseInteger(value, 64, true)
    return typeof read === 'string' ? numberWords(read, 'Atoi') : undefined
  },
} satisfies FlagType

/** `--port` of `expose`, which may be several. */
export const EXPOSED_PORTS = {
  ...PORT,
  is: 'a list of whole numbers',
  refusalByCommand: (value) => firstOf(value.split(','), PORT.refusalByCommand),
} satisfies FlagType

/** `--external-name` of `create service externalname`. */
export const EXTERNAL_NAME = {
  is: 'a name in DNS',
  example: 'db.example.com',
  refusalByCommand: (value) => (isDNSSubdomain(value) ? undefined : `invalid service external name ${value}`),
} satisfies FlagType

/** `--hard` of `create quota`. */
export const LIMITS = {
  is: 'a list of resource=quantity',
  example: 'pods=10,requests.cpu=4',
  refusalByCommand: (value) =>
    value === ''
      ? undefined
      : firstOf(value.split(','), (pair) => {
          const [, quantity, ...more] = pair.split('=')
          return quantity === undefined || more.length > 0
            ? `Invalid argument syntax ${pair}, expected <resource>=<value>`
            : quantityRefusal(quantity)
        }),
} satisfies FlagType

/** Go’s words about a quantity (Go: `resource.ParseQuantity`). */
function quantityRefusal(text: string): string | undefined {
  const [, suffix] = /^[+-]?(?:[0-9]+\.?[0-9]*|\.?[0-9]*)((?:[eEinumkKMGTP]*[-+]?[0-9]*|[+-]+[0-9]*))$/.exec(text) ?? []
  if (text === '' || suffix === undefined)
    return "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
  return /^(?:[numkMGTPE]?|[KMGTPE]i|[eE][+-]?[0-9]+)$/.test(suffix) ? undefined : "unable to parse quantity's suffix"
}

/** `--cpu` and `--memory` of `autoscale`. */
export const measured = (resource: 'cpu' | 'memory'): FlagType => ({
  is: 'a percentage or a quantity',
  example: resource === 'cpu' ? '80%' : '500Mi',
  refusalByCommand: (given) => {
    const value = given.trim()
    if (value === '') return undefined
    if (!value.endsWith('%'))
      return quantityRefusal(value) === undefined ? undefined : `invalid resource ${resource} value: ${value}`
    const number = parseInteger(value.slice(0, -1), 32, true)
    return typeof number === 'string' || number < 0n ? `invalid percentage value: ${value.slice(0, -1)}` : undefined
  },
})

/** `--min-available` and `--max-unavailable` of `create poddisruptionbudget`. An empty one is not given. */
export const podCount = (name: string): FlagType => ({
  is: 'a number of pods or a percentage',
  example: '1',
  refusalByCommand: (value) => (/^(?:[0-9]+%?)?$/.test(value) ? undefined : `invalid format specified for ${name}`),
})

function firstOf(values: readonly string[], refusal: Refusal): string | undefined {
  for (const value of values) {
    const words = refusal(value)
    if (words !== undefined) return words
  }
  return undefined
}

/** The words of another of Go’s functions that read numbers. */
const numberWords = (words: string, by: 'Atoi' | 'ParseUint'): string => words.replace('ParseInt', by)
