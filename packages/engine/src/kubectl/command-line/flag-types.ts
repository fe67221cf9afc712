import { byteLength, durationRefusal, durationSeconds, goQuote, isTimestamp, parseInteger } from '../../go/index.ts'
import { EXPOSED_PORTS, EXTERNAL_NAME, LIMITS, measured, PORT, PORTS, podCount } from './created-values.ts'
import type { FlagType } from './flag-type.ts'

function integer(bits: 32 | 64, example: string, decimal = false): FlagType {
  return {
    is: bits === 32 ? 'a whole number of 32 bits' : 'a whole number',
    example,
    refusal(value) {
      const read = parseInteger(value, bits, decimal)
      return typeof read === 'string' ? read : undefined
    },
  }
}

/** A whole number that the command bounds, too. */
function bounded(least: bigint, words: (value: string) => string): FlagType {
  return {
    ...integer(64, '1'),
    is: `a whole number of at least ${least}`,
    refusalByCommand(value) {
      const read = parseInteger(value, 64)
      return typeof read === 'bigint' && read < least ? words(value) : undefined
    },
  }
}

function oneOf(values: readonly string[], words: (value: string) => string): FlagType {
  const [first = ''] = values
  const named = values.filter((value) => value !== '')
  return {
    is: named.length === 1 ? first : `${named.slice(0, -1).join(', ')} or ${named.at(-1)}`,
    example: first,
    refusalByCommand: (value) => (values.includes(value) ? undefined : words(value)),
  }
}

const DURATION: FlagType = { is: 'a duration with units', example: '10m', refusal: durationRefusal }

const isNegative = (duration: string, rounded = (seconds: number) => seconds): boolean =>
  duration.startsWith('-') && rounded(durationSeconds(duration.slice(1)) ?? 0) !== 0

/** A name of `-o`, perhaps with a template. Those of objects may have capital letters. */
const FORMATS = ['json', 'kyaml', 'name', 'yaml']
const TEMPLATES = [
  'go-template',
  'go-template-file',
  'jsonpath',
  'jsonpath-as-json',
  'jsonpath-file',
  'template',
  'templatefile',
]

/** `-o` of a command that looks at it before it sends anything. */
function output(anyCase: readonly string[], exact: readonly string[]): FlagType {
  const all = [...anyCase, ...exact].sort()
  return {
    is: 'a format',
    example: 'yaml',
    refusalByCommand: (value) =>
      value === '' ||
      anyCase.includes(value.toLowerCase()) ||
      exact.includes(value) ||
      (TEMPLATES.includes(value.split('=', 1).join()) && exact === TEMPLATES)
        ? undefined
        : `unable to match a printer suitable for the output format ${goQuote(value)}, allowed formats are: ${all.join(',')}`,
  }
}

/** The words about the path that `wait` reads, without what is wrong within a path (Go: `processJSONPathInput`). */
function pathRefusal(text: string): string | undefined {
  const [path = '', value, ...more] = text.split(/(?<!=)=(?!=)/)
  const form = "--for=jsonpath='{.status.readyReplicas}'"
  if (more.length > 0) return `jsonpath wait format must be ${form}=3 or ${form}`
  if (value === '') return `jsonpath wait has to have a value after equal sign, like ${form}=3`
  if (path === '') return 'jsonpath expression cannot be empty'
  return /^(?:\{[^{}]+\}|[^{}]+)$/.test(path)
    ? undefined
    : "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'"
}

const TIMEOUT_WORDS =
  'Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)'

/** The types by the names that `flags.ts` gives them. */
export const FLAG_TYPES = {
  int: integer(64, '10'),
  int32: integer(32, '10'),
  tail: bounded(-1n, () => '--tail must be greater than or equal to -1'),
  limit: bounded(0n, () => '--limit-bytes must be greater than 0'),
  level: integer(32, '6', true),
  duration: DURATION,
  list: { is: 'a list with commas between its values', example: 'a,b', refusal: csvRefusal },
  pause: {
    is: 'a duration with units',
    example: '5s',
    refusal: (value) => (durationRefusal(value) === undefined ? undefined : 'parse error'),
    refusalByCommand: (value) =>
      /^-/.test(value) || durationSeconds(value.replace('+', '')) === 0
        ? 'panic: non-positive interval for NewTicker'
        : undefined,
  },
  vmodule: { is: 'a list of file=level', example: 'round_trippers=6', refusal: vmoduleRefusal },
  labels: {
    is: 'a list of key=value',
    example: 'app=web',
    refusal: (value) =>
      value === '' || value.split(',').every((pair) => pair.includes('='))
        ? undefined
        : 'malformed pair, expect string=string',
  },
  variable: {
    is: 'a name, =, and a value',
    example: 'name=value',
    refusal: (value) => (value.includes('=') ? undefined : `${value} must be formatted as key=value`),
  },
  time: {
    is: 'a time as RFC 3339 writes it',
    example: '2026-01-02T15:04:05Z',
    refusalByCommand: (value) =>
      value === '' || isTimestamp(value)
        ? undefined
        : `parsing time ${goQuote(value)} as "2006-01-02T15:04:05Z07:00": cannot parse ${goQuote(value)} as "2006"`,
  },
  timeout: {
    is: 'a number of seconds or a duration',
    example: '5s',
    refusalByCommand: (value) =>
      value === '' || /^[0-9]{1,9}$/.test(value) || durationRefusal(value) === undefined ? undefined : TIMEOUT_WORDS,
  },
  patience: {
    is: 'a duration above zero',
    example: '1m',
    refusal: durationRefusal,
    refusalByCommand: (value) =>
      value.startsWith('-') || durationSeconds(value.replace('+', '')) === 0
        ? '--pod-running-timeout must be higher than zero'
        : undefined,
  },
  lifetime: {
    is: 'a duration of at least zero',
    example: '10m',
    refusal: durationRefusal,
    refusalByCommand: (value) => (isNegative(value) ? '--duration must be greater than or equal to 0' : undefined),
  },
  age: {
    ...DURATION,
    refusalByCommand: (value) => (isNegative(value, Math.round) ? '--since must be greater than 0' : undefined),
  },
  revision: bounded(0n, (value) => `revision must be a positive integer: ${value}`),
  replicas: bounded(0n, () => 'The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0'),
  precondition: bounded(-1n, () => 'The --current-replicas must specify an integer of -1 or greater'),
  'event-types': {
    isList: true,
    is: 'Normal or Warning',
    example: 'Warning',
    refusal: csvRefusal,
    refusalByCommand: (value) =>
      value === '' || value.split(',').every((type) => /^(?:normal|warning)$/i.test(type))
        ? undefined
        : 'valid --types are Normal or Warning',
  },
  restart: oneOf(['Never', 'Always', 'OnFailure', ''], (value) => `invalid restart policy: ${value}`),
  pull: oneOf(['Always', 'IfNotPresent', 'Never', ''], (value) => `invalid image pull policy: ${value}`),
  debugging: oneOf(
    ['general', 'legacy', 'baseline', 'restricted', 'netadmin', 'sysadmin'],
    (value) => `unknown profile: ${value}`,
  ),
  profile: oneOf(
    ['cpu', 'heap', 'goroutine', 'threadcreate', 'block', 'mutex', 'trace', 'none'],
    (value) => `unknown profile '${value}'`,
  ),
  'resource-order': oneOf(['name', 'kind', ''], () => '--sort-by accepts only name or kind'),
  'usage-order': oneOf(['cpu', 'memory', ''], () => '--sort-by accepts only cpu or memory'),
  'version-format': oneOf(['yaml', 'json', ''], () => "--output must be 'yaml' or 'json'"),
  wait: {
    is: 'create, delete, condition=NAME or jsonpath=PATH',
    example: 'condition=Ready',
    refusalByCommand: (value) =>
      value.startsWith('jsonpath=')
        ? pathRefusal(value.slice('jsonpath='.length))
        : value.startsWith('condition=') || /^(?:create|delete)$/i.test(value)
          ? undefined
          : `unrecognized condition: ${goQuote(value)}`,
  },
  output: output(FORMATS, TEMPLATES),
  'resource-format': output(
    FORMATS.filter((format) => format !== 'name'),
    ['name', 'wide'],
  ),
  'deletion-format': oneOf(['name', ''], (value) => `unexpected -o output mode: ${value}. We only support '-o name'`),
  ports: { ...PORTS, refusal: csvRefusal },
  port: PORT,
  'exposed-ports': EXPOSED_PORTS,
  'external-name': EXTERNAL_NAME,
  limits: LIMITS,
  cpu: measured('cpu'),
  memory: measured('memory'),
  'min-available': podCount('min-available'),
  'max-unavailable': podCount('max-unavailable'),
  rule: {
    isList: true,
    is: 'a rule host/path=service:port',
    example: 'example.com/=web:80',
    refusalByCommand: (value) =>
      /^[^/]*\/[^=]*=[^:]+:[^,]+/.test(value)
        ? undefined
        : `rule ${value} is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]`,
  },
  backend: {
    is: 'a service and its port, service:port',
    example: 'web:80',
    refusalByCommand: (value) =>
      value === '' || /^[^:]*:[^:]*$/.test(value)
        ? undefined
        : 'default-backend should be in format servicename:serviceport',
  },
} satisfies Readonly<Record<string, FlagType>>

/** Go’s words about a line of comma-separated values that it refuses (Go: `encoding/csv`). Columns count bytes from 1. */
function csvRefusal(text: string): string | undefined {
  const [line = ''] = text.split(/\r?\n/, 1)
  const at = (index: number, why: string): string =>
    `parse error on line 1, column ${byteLength(line.slice(0, index)) + 1}: ${why}`
  for (let start = 0; start <= line.length; ) {
    if (line[start] !== '"') {
      const comma = line.indexOf(',', start)
      const end = comma === -1 ? line.length : comma
      const quote = line.slice(start, end).indexOf('"')
      if (quote !== -1) return at(start + quote, 'bare " in non-quoted-field')
      start = end + 1
      continue
    }
    let end = start + 1
    while (end < line.length && (line[end] !== '"' || line[end + 1] === '"')) end += line[end] === '"' ? 2 : 1
    // A quoted value may go on in the next line.
    if (end >= line.length)
      return text === line ? at(line.length, 'extraneous or missing " in quoted-field') : undefined
    if (end + 1 < line.length && line[end + 1] !== ',') return at(end, 'extraneous or missing " in quoted-field')
    start = end + 2
  }
  return undefined
}

/** klog’s words about levels of files. */
function vmoduleRefusal(text: string): string | undefined {
  for (const part of text.split(',')) {
    if (part === '') continue
    const [file = '', level = '', ...more] = part.split('=')
    const read = parseInteger(level, 32, true)
    if (file === '' || more.length > 0 || typeof read === 'string')
      return 'syntax error: expect comma-separated list of filename=N'
    if (read < 0n) return 'negative value for vmodule level'
  }
  return undefined
}
