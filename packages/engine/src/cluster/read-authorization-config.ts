import {
  type AuthorizationConfig,
  CONFIGURED_TYPES,
  type ConditionLanguage,
  type ConfiguredAuthorizer,
  type ConfiguredType,
  type MatchCondition,
  type WebhookSettings,
} from '../authorizers/index.ts'
import { durationSeconds, goQuote, isDNSSubdomain } from '../go/index.ts'
import {
  checkAnyValue,
  decodeObject,
  type FieldType,
  fieldSpan,
  invalidValue,
  oneOf,
  type ReadingContext,
  requiredField,
  type Struct,
  type StructType,
  structType,
  unsupportedValue,
} from '../policy/index.ts'
import {
  excerpt,
  isError,
  LineIndex,
  nearest,
  type Problem,
  ProblemCollector,
  type ReportProblem,
  type Span,
  TooManyErrors,
} from '../text/index.ts'
import { documentTrees, lineCounter, type MappingNode, placeInScalar, withoutAlias } from '../yaml/index.ts'

/** Versions of `apiserver.config.k8s.io` in which an AuthorizationConfiguration may be written; their fields are the same. */
const VERSIONS = ['v1', 'v1beta1', 'v1alpha1'].map((version) => `apiserver.config.k8s.io/${version}`)
/** The types of kube-apiserver that are not decided here. */
const OTHER_TYPES = ['ABAC', 'AlwaysAllow', 'AlwaysDeny']
const ALL_TYPES = [...CONFIGURED_TYPES, ...OTHER_TYPES].sort()
/** Go: `validation.compileMatchConditions` */
const MOST_CONDITIONS = 64
/** The longest timeout of a call, in seconds (Go: `validation.ValidateWebhookConfiguration`). */
const LONGEST_TIMEOUT = 30
/** Seconds, by the defaults of every version (Go: `SetDefaults_WebhookConfiguration`). */
const DEFAULT_TTL = { authorizedTTL: 300, unauthorizedTTL: 30 }
const DURATIONS: readonly string[] = ['timeout', ...Object.keys(DEFAULT_TTL)]

const text: FieldType = { is: 'string', go: 'string' }
const boolean: FieldType = { is: 'boolean', go: 'bool' }

function nested(struct: StructType): FieldType {
  return { is: 'struct', go: `v1.${struct.name}`, struct }
}

function listed(struct: StructType): FieldType {
  return { is: 'list', go: `[]v1.${struct.name}`, of: nested(struct) }
}

const WEBHOOK = structType(
  'WebhookConfiguration',
  ['authorizedTTL', text],
  ['cacheAuthorizedRequests', boolean],
  ['unauthorizedTTL', text],
  ['cacheUnauthorizedRequests', boolean],
  ['timeout', text],
  ['subjectAccessReviewVersion', text],
  ['matchConditionSubjectAccessReviewVersion', text],
  ['failurePolicy', oneOf('string', 'NoOpinion', 'Deny')],
  ['connectionInfo', nested(structType('WebhookConnectionInfo', ['type', text], ['kubeConfigFile', text]))],
  ['matchConditions', listed(structType('WebhookMatchCondition', ['expression', text]))],
)

const AUTHORIZER = structType(
  'AuthorizerConfiguration',
  ['type', oneOf('string', ...ALL_TYPES)],
  ['name', text],
  ['webhook', nested(WEBHOOK)],
)

const CONFIG = structType(
  'AuthorizationConfiguration',
  ['apiVersion', oneOf('string', ...VERSIONS)],
  ['kind', oneOf('string', 'AuthorizationConfiguration')],
  ['authorizers', listed(AUTHORIZER)],
)

/**
 * Reads an AuthorizationConfiguration as kube-apiserver does when it starts: no unknown fields, no conversions, and the checks of
 * its validation (Go: `apiserver/validation.ValidateAuthorizationConfiguration`, `kubeapiserver/authorizer.LoadAndValidateData`).
 * It looks for no file. Takes any text and never throws.
 */
export function readAuthorizationConfig(
  source: string,
  language: Pick<ConditionLanguage, 'matchCondition'>,
): AuthorizationConfig {
  const lines = new LineIndex('authorizationConfig', source)
  const problems = new ProblemCollector()
  let authorizers: readonly ConfiguredAuthorizer[] = []
  try {
    authorizers = readFirst(source, { source, lines, language, report: problems.report })
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error
  }
  return { text: source, lines, authorizers, diagnostics: problems.resolve(lines, source.length) }
}

interface Reading {
  readonly source: string
  readonly lines: LineIndex
  readonly language: Pick<ConditionLanguage, 'matchCondition'>
  readonly report: ReportProblem
}

/** Reads the first document: kube-apiserver reads no other. */
function readFirst(source: string, reading: Reading): readonly ConfiguredAuthorizer[] {
  const { lines, report } = reading
  const lineOf = (offset: number) => lines.range({ start: offset, end: offset }).line
  let read: readonly ConfiguredAuthorizer[] | undefined
  for (const { document, root } of documentTrees(source, report)) {
    if (root === undefined) continue
    const node = withoutAlias(root)
    if (read !== undefined) {
      report({
        severity: 'warning',
        code: 'ignored-document',
        message: 'kube-apiserver reads only the first document of this file.',
        fix: 'Remove it.',
        span: node.kind === 'mapping' ? (node.pairs[0]?.key ?? node) : node,
      })
      break
    }
    const context = { syntax: document.syntax, report, lineOf, lineInDocument: lineCounter(source, document.start) }
    if (node.kind !== 'mapping') checkAnyValue(node, context)
    read = node.kind === 'mapping' ? readObject(node, context, reading) : []
    if (node.kind !== 'mapping') report({ ...notAConfig('This is not an object.'), span: root })
  }
  if (read === undefined)
    report({ ...notAConfig('This text has no object.'), span: { start: 0, end: Math.min(1, source.length) } })
  return read ?? []
}

function notAConfig(message: string) {
  const fix = 'Begin with “apiVersion: apiserver.config.k8s.io/v1” and “kind: AuthorizationConfiguration”.'
  return { severity: 'error', code: 'not-an-authorization-config', message, fix } as const
}

function readObject(node: MappingNode, context: ReadingContext, reading: Reading): readonly ConfiguredAuthorizer[] {
  const report: ReportProblem = (problem) => reading.report(withoutDurationDetail(problem))
  const object = decodeObject(node, CONFIG, { ...context, report })
  const header: readonly (readonly [string, readonly string[]])[] = [
    ['apiVersion', VERSIONS],
    ['kind', ['AuthorizationConfiguration']],
  ]
  for (const [field, known] of header) {
    const written = object.text(field)
    if (known.includes(written) || object.unread.includes(field)) continue
    report({
      ...notAConfig(
        written === '' ? `There is no ${field}.` : `“${excerpt(written)}” is not the ${field} of this file.`,
      ),
      fix: `Write ${field}: ${nearest(written, known) ?? known[0]}.`,
      span: fieldSpan(object, field, node),
      path: field,
    })
  }
  if (object.list('authorizers').length === 0 && !object.unread.includes('authorizers')) {
    const words = 'at least one authorization mode must be defined'
    const problem = {
      code: 'no-authorizers',
      message: 'There is no authorizer.',
      fix: 'Write one under “authorizers”.',
    }
    report(requiredField('authorizers', words, { ...problem, span: fieldSpan(object, 'authorizers', node) }))
  }
  const seen: Seen = { types: new Set(), names: new Set() }
  return object
    .structs('authorizers')
    .flatMap(({ value, index }) => new AuthorizerReader(value, index, reading).read(seen))
}

/** A duration is a type of its own in Go, whose error names no field. */
function withoutDurationDetail(problem: Problem): Problem {
  const { detail: _, ...rest } = problem
  const field = problem.path?.split('.').at(-1) ?? ''
  return DURATIONS.includes(field) && problem.detail?.startsWith('json: ') ? rest : problem
}

interface Seen {
  readonly types: Set<string>
  readonly names: Set<string>
}

/** Reads and checks one authorizer. */
class AuthorizerReader {
  readonly #path: string
  #refused = false

  constructor(
    readonly struct: Struct,
    index: number,
    readonly reading: Reading,
  ) {
    this.#path = `authorizers[${index}]`
  }

  read(seen: Seen): readonly ConfiguredAuthorizer[] {
    const { struct } = this
    const type = struct.text('type')
    if (!this.#isType(type, seen)) return []
    seen.types.add(type)
    this.#checkName(type, seen)
    const webhook = struct.struct('webhook')
    if (type !== 'Webhook') {
      if (webhook !== undefined)
        this.#report(
          invalidValue(this.#at('webhook'), '"non-null"', 'may only be specified when type=Webhook', {
            code: 'webhook-of-another-type',
            message: `An authorizer of the type ${type} has no webhook.`,
            fix: 'Remove “webhook”, or write type: Webhook.',
            span: struct.field('webhook')?.key ?? struct.node,
          }),
        )
      return this.#refused || !isConfigured(type) ? [] : [{ type }]
    }
    if (webhook === undefined) {
      this.#missing(struct, 'webhook', 'required when type=Webhook')
      return []
    }
    const settings = this.#readWebhook(webhook)
    return this.#refused ? [] : [{ type, webhook: settings }]
  }

  #isType(type: string, { types }: Seen): boolean {
    const { struct } = this
    if (type === '') {
      this.#missing(struct, 'type')
      return false
    }
    const span = fieldSpan(struct, 'type', struct.node)
    if (!ALL_TYPES.includes(type)) {
      this.#unsupported(struct, 'type', type, ALL_TYPES)
      return false
    }
    if (types.has(type) && type !== 'Webhook') {
      this.#duplicate('type', type, { message: `There are two authorizers of the type ${type}.`, span })
      return false
    }
    if (!isConfigured(type)) {
      this.#report({
        severity: 'error',
        code: 'type-not-decided',
        message: `The playground does not decide by the authorizer ${type}.`,
        fix: `Remove it, or write one of ${CONFIGURED_TYPES.join(', ')}.`,
        span,
        path: this.#at('type'),
      })
    }
    return true
  }

  #checkName(type: string, { names }: Seen): void {
    const { struct } = this
    const name = struct.text('name')
    const span = fieldSpan(struct, 'name', struct.node)
    const expected = type.toLowerCase()
    if (name === '') this.#missing(struct, 'name')
    else if (names.has(name)) this.#duplicate('name', name, { message: `There are two authorizers “${name}”.`, span })
    else if (!isDNSSubdomain(name)) {
      this.#report({
        severity: 'error',
        code: 'wrong-name',
        message: `“${excerpt(name)}” is not a name of an authorizer.`,
        fix: 'Write lower case letters, digits, “-” and “.”.',
        span,
        path: this.#at('name'),
      })
    } else if (type !== 'Webhook' && name !== expected) {
      this.#report({
        severity: 'error',
        code: 'wrong-name',
        message: `The authorizer ${type} must be named “${expected}”.`,
        fix: `Write name: ${expected}.`,
        detail: `expected name ${expected} for authorizer ${type} instead of ${name}`,
        span,
        path: this.#at('name'),
      })
    }
    names.add(name)
  }

  #readWebhook(webhook: Struct): WebhookSettings {
    this.#duration(webhook, 'timeout')
    const authorizedTTL = this.#duration(webhook, 'authorizedTTL')
    const unauthorizedTTL = this.#duration(webhook, 'unauthorizedTTL')
    this.#choice(webhook, 'subjectAccessReviewVersion', ['v1', 'v1beta1'])
    const conditions = webhook.list('matchConditions')
    const needsVersion = conditions.length > 0 ? 'required if match conditions are specified' : undefined
    this.#choice(webhook, 'matchConditionSubjectAccessReviewVersion', ['v1'], needsVersion)
    this.#choice(webhook, 'failurePolicy', ['NoOpinion', 'Deny'])
    this.#checkConnection(webhook)
    const caches = (field: string) => webhook.field(field)?.value !== false
    return {
      name: this.struct.text('name'),
      failurePolicy: webhook.text('failurePolicy') === 'Deny' ? 'Deny' : 'NoOpinion',
      authorizedTTL: caches('cacheAuthorizedRequests') ? authorizedTTL : 0,
      unauthorizedTTL: caches('cacheUnauthorizedRequests') ? unauthorizedTTL : 0,
      conditions: this.#readConditions(webhook),
    }
  }

  /** Seconds. 0 stands for the default where there is one. */
  #duration(webhook: Struct, field: 'timeout' | keyof typeof DEFAULT_TTL): number {
    const written = webhook.text(field)
    const usual = field === 'timeout' ? undefined : DEFAULT_TTL[field]
    const sign = /^[-+]/.exec(written)?.[0] ?? ''
    const size = written === '' ? 0 : durationSeconds(written.slice(sign.length))
    const span = fieldSpan(webhook, field, this.struct.field('webhook')?.key ?? webhook.node)
    const isWritten = webhook.field(field) !== undefined
    if (size === undefined || (isWritten && written === '')) {
      this.#report({
        severity: 'error',
        code: 'wrong-duration',
        message: `“${excerpt(written)}” is not a duration.`,
        fix: 'Write a number with its unit, such as 30s or 5m.',
        span,
        path: this.#at(field),
      })
      return 0
    }
    const most = field === 'timeout' ? LONGEST_TIMEOUT : Number.POSITIVE_INFINITY
    if (size === 0) {
      if (usual === undefined && !webhook.unread.includes(field)) this.#missing(webhook, field)
      return usual ?? 0
    }
    if (sign === '-' || size > most) {
      const limits = field === 'timeout' ? 'more than 0s and at most 30s' : 'more than 0s'
      this.#report({
        severity: 'error',
        code: 'wrong-duration',
        message: `${field} must be ${limits}.`,
        fix: `Write ${field}: ${field === 'timeout' ? '3s' : `${usual}s`}.`,
        span,
        path: this.#at(field),
      })
    }
    return size
  }

  #checkConnection(webhook: Struct): void {
    const span = fieldSpan(webhook, 'connectionInfo', this.struct.field('webhook')?.key ?? webhook.node)
    if (webhook.unread.includes('connectionInfo')) return
    const connection = webhook.struct('connectionInfo')
    const type = connection?.text('type') ?? ''
    const file = connection?.text('kubeConfigFile') ?? ''
    const isGiven = connection?.field('kubeConfigFile') !== undefined
    const [typePath, filePath] = ['type', 'kubeConfigFile'].map((field) => this.#at(`connectionInfo.${field}`)) as [
      string,
      string,
    ]
    if (type === '') {
      const fix = 'Write “type: KubeConfigFile” and “kubeConfigFile: /path” under “connectionInfo”.'
      const problem = { code: 'missing-field', message: 'The webhook has no connectionInfo.type.', fix, span }
      this.#report(requiredField(typePath, '', problem))
    } else if (type === 'InClusterConfig') {
      if (isGiven)
        this.#report(
          invalidValue(filePath, goQuote(file), 'can only be set when type=KubeConfigFile', {
            code: 'kubeconfig-of-another-type',
            message: 'InClusterConfig has no kubeConfigFile.',
            fix: 'Remove it, or write type: KubeConfigFile.',
            span: fieldSpan(connection, 'kubeConfigFile', span),
          }),
        )
    } else if (type !== 'KubeConfigFile') {
      this.#report({
        severity: 'error',
        code: 'unsupported-value',
        message: `“${excerpt(type)}” is not a type of connection.`,
        fix: 'Write KubeConfigFile or InClusterConfig.',
        span: fieldSpan(connection, 'type', span),
        path: typePath,
      })
    } else if (file === '') {
      const fix = 'Write the absolute path of a kubeconfig.'
      this.#report(
        requiredField(filePath, '', {
          code: 'missing-field',
          message: 'The webhook has no kubeConfigFile.',
          fix,
          span: fieldSpan(connection, 'kubeConfigFile', span),
        }),
      )
    } else if (!file.startsWith('/')) {
      this.#report(
        invalidValue(filePath, goQuote(file), 'must be an absolute path', {
          code: 'relative-path',
          message: `“${excerpt(file)}” is not an absolute path.`,
          fix: `Write /${file.replace(/^(?:\.\/)+/, '')}.`,
          span: fieldSpan(connection, 'kubeConfigFile', span),
        }),
      )
    }
  }

  #readConditions(webhook: Struct): readonly MatchCondition[] {
    const { length } = webhook.list('matchConditions')
    const span = fieldSpan(webhook, 'matchConditions', webhook.node)
    const path = this.#at('matchConditions')
    if (length > MOST_CONDITIONS) {
      this.#report({
        severity: 'error',
        code: 'too-many-conditions',
        message: `A webhook has at most ${MOST_CONDITIONS} match conditions, and this one has ${length}.`,
        fix: 'Join some with &&.',
        detail: `${path}: Too many: ${length}: must have at most ${MOST_CONDITIONS} items`,
        span,
        path,
      })
      return []
    }
    const seen = new Set<string>()
    return webhook.structs('matchConditions').flatMap(({ value, index, node }) => {
      const written = value.text('expression')
      const at = `${path}[${index}].expression`
      const place = fieldSpan(value, 'expression', node)
      if (written.trim() === '') {
        const problem = { code: 'missing-field', message: 'This match condition has no expression.', fix: 'Write one.' }
        if (!value.unread.includes('expression')) this.#report(requiredField(at, '', { ...problem, span: place }))
        return []
      }
      if (seen.has(written)) {
        const message = 'This expression is written twice.'
        this.#duplicate(`matchConditions[${index}].expression`, written, { message, span: place })
        return []
      }
      seen.add(written)
      return this.#compile(written, place, at)
    })
  }

  #compile(written: string, span: Span, path: string): readonly MatchCondition[] {
    const { source, lines, language } = this.reading
    const read = language.matchCondition(written)
    if ('matches' in read) return [{ text: written, matches: read.matches, range: lines.range(span) }]
    for (const { code, message, fix, start, end } of read.problems) {
      const from = placeInScalar(source, span, written, start)
      const to = Math.max(placeInScalar(source, span, written, end), Math.min(from + 1, span.end))
      this.#report({ severity: 'error', code, message, fix, span: { start: from, end: to }, path })
    }
    return []
  }

  #choice(webhook: Struct, field: string, supported: readonly string[], required = ''): void {
    const written = webhook.text(field)
    if (written !== '') {
      if (!supported.includes(written)) this.#unsupported(webhook, field, written, supported)
    } else if (!webhook.unread.includes(field) && (required !== '' || !field.startsWith('matchCondition')))
      this.#missing(webhook, field, required)
  }

  #missing(owner: Struct, field: string, words = ''): void {
    if (owner.unread.includes(field)) {
      this.#refused = true
      return
    }
    const otherwise = owner === this.struct ? owner.node : (this.struct.field('webhook')?.key ?? owner.node)
    const of = owner === this.struct ? 'authorizer' : 'webhook'
    this.#report(
      requiredField(this.#at(field), words, {
        code: 'missing-field',
        message: `This ${of} has no ${field}.`,
        fix: `Write “${field}:” here.`,
        span: fieldSpan(owner, field, otherwise),
      }),
    )
  }

  #unsupported(owner: Struct, field: string, value: string, supported: readonly string[]): void {
    const near = nearest(value, supported)
    this.#report(
      unsupportedValue(this.#at(field), value, supported, {
        code: 'unsupported-value',
        message: `“${excerpt(value)}” is not a value of ${field}.`,
        fix: near === undefined ? `Write one of ${supported.join(', ')}.` : `Write ${near}.`,
        span: fieldSpan(owner, field, owner.node),
      }),
    )
  }

  #duplicate(field: string, value: string, { message, span }: { readonly message: string; readonly span: Span }): void {
    const path = this.#at(field)
    const detail = `${path}: Duplicate value: ${goQuote(value)}`
    this.#report({
      severity: 'error',
      code: 'duplicate-value',
      message,
      fix: 'Remove one of them.',
      detail,
      span,
      path,
    })
  }

  /** As kube-apiserver prints it: the fields of a webhook have no “webhook” before them. */
  #at(field: string): string {
    return `${this.#path}.${field}`
  }

  #report(problem: Problem): void {
    if (isError(problem)) this.#refused = true
    this.reading.report(problem)
  }
}

function isConfigured(type: string): type is ConfiguredType {
  return CONFIGURED_TYPES.some((one) => one === type)
}
