import { type ConditionLanguage, readingOnce } from '../authorizers/index.ts'
import {
  type Assumption,
  type AssumptionOption,
  AUDITS,
  aboutDesign,
  type Become,
  CLAUSE_VARIABLES,
  type Clauses,
  CONDITIONS,
  CONSTRAINTS,
  choicesOf,
  type DesignDocument,
  ERRORS,
  GATES,
  GROUPS,
  hasOpenVariable,
  KINDS,
  type Kind,
  NAMES,
  PARTS,
  type Question,
  REVIEW_VARIABLES,
  type ReviewTemplate,
  STAGES,
  type Step,
  stepsIn,
  type Tree,
  USERS,
  variablesIn,
  type WrittenDesign,
} from '../designs/index.ts'
import { codePointName, type Diagnostic, hiddenCharacter, nearest } from '../text/index.ts'
import { isJsonObject, type JsonObject, type JsonPath, type JsonValue, readJsonTexts } from '../yaml/index.ts'
import { ownField, resolved } from './bases.ts'
import { BOUNDS, FIELDS, VALUES, WITH } from './fields.ts'
import { type DesignProblem, misfit } from './problem.ts'
import { unusedIn } from './unused.ts'
import { wrongIn } from './wrong.ts'

/** Ids of nodes that every chart has. */
const RESERVED = ['A', 'S', 'R', 'W', 'connect', 'allowed', 'created', 'forbidden', 'unstored', 'bad', 'error', 'older']

/** The question of a step that is one word. */
const [LEGACY, SAME_NODE] = ['legacy', 'same-node']

const EXPRESSION: readonly string[] = FIELDS.expression

const HOW_TO_DECIDE = 'Write all: [A, B] where each must say yes, or first: [A, B].'

/** A point that is left open, with what each option changes. */
interface Reading extends Assumption {
  readonly options: readonly [ReadingOption, ...ReadingOption[]]
}

interface ReadingOption extends AssumptionOption {
  /** The fields that it changes, by their paths: `E.ask.verb`, `become.groups`, `decide`. */
  readonly change: JsonObject
}

/** A design that was read from a text. */
export interface DesignText {
  /** Absent where any part of the text was not understood. */
  readonly design?: WrittenDesign
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads a design in YAML or JSON. Unknown fields, steps, variables and values are errors with their places, and no part is
 * guessed. Accepts any text and never throws.
 *
 * @param language Of the expressions of its steps.
 */
export function readDesign(text: string, language: ConditionLanguage): DesignText {
  const read = readDesignText(text, language)
  const { design, at } = read
  if (design === undefined || aboutDesign(design.document.id) === undefined) return read
  const message = `“${design.document.id}” is a design of the playground.`
  const same = at({ severity: 'error', code: 'taken-id', message, fix: 'Give yours another name.', path: ['design'] })
  return { diagnostics: [...read.diagnostics, same] }
}

/** Reads a design as {@link readDesign} does, one of ours too. `at` makes a diagnostic of a problem. */
export function readDesignText(
  text: string,
  language: ConditionLanguage,
): DesignText & { readonly at: (problem: DesignProblem) => Diagnostic } {
  const { lines, documents, diagnostics } = readJsonTexts(text, 'designText', { longest: BOUNDS.characters })
  const [first, second] = documents
  const diagnostic = ({ severity, code, message, fix, path }: DesignProblem, of = first): Diagnostic => {
    const { start, end } = of?.spanOf(path) ?? { start: 0, end: 0 }
    return { severity, code, message, fix, range: lines.range({ start, end: Math.max(end, start + 1) }) }
  }
  const at = (one: DesignProblem) => diagnostic(one)
  const wrong = (message: string, fix: string, of = first) => ({
    at,
    diagnostics: [diagnostic({ severity: 'error', code: 'no-design', message, fix, path: [] }, of)],
  })
  if (first === undefined && diagnostics.length > 0) return { diagnostics, at }
  if (first === undefined)
    return wrong('The text is empty; a design is expected.', 'Begin it with “design: my-design”.')
  if (second !== undefined)
    return wrong('A file contains one design, but this is a second document.', 'Put it into a file of its own.', second)
  if (diagnostics.some(({ severity }) => severity === 'error')) return { diagnostics, at }
  const { value } = first
  if (!isJsonObject(value))
    return wrong('This is not a design: it is not a mapping.', 'Begin it with “design: my-design”.')
  const { design, problems } = readValue(value, readingOnce(language))
  const found = problems.map((one) => diagnostic(one)).sort((a, b) => a.range.start - b.range.start)
  return { ...(design && { design }), diagnostics: [...diagnostics, ...found], at }
}

function readValue(
  value: JsonObject,
  language: ConditionLanguage,
): { readonly design?: WrittenDesign; readonly problems: readonly DesignProblem[] } {
  const problems: DesignProblem[] = []
  const said = new Set<string>()
  const report = (one: DesignProblem) => {
    problems.push(one)
    said.add(sayingOf(one))
  }
  const whole = resolved(value, report)
  if (whole === undefined) return { problems }
  const readings = new FieldReader(whole, report).readings()
  const variants = readings.reduce((all, { options }) => all * options.length, 1)
  if (variants > BOUNDS.variants) {
    const message = `The readings have ${variants.toLocaleString('en')} combinations, and at most ${BOUNDS.variants} are tried.`
    report({ severity: 'error', code: 'too-many', message, fix: 'Leave some of them out.', path: ['readings'] })
    return { problems }
  }
  const isWrong = (from: number) => problems.slice(from).some(({ severity }) => severity === 'error')
  // Steps or fields may be missing in it, so that its expression is not judged.
  const isIncomplete = isWrong(0)
  const documents = new Map<string, DesignDocument>()
  for (const choice of choicesOf(readings)) {
    const before = problems.length
    const { value, changes } = changed(whole, readings, choice, report)
    const placed = (one: DesignProblem) => ({ ...one, path: writtenIn(changes, one.path) })
    const document = new FieldReader(value, (one) => report(placed(one))).design()
    // What is wrong with the document as it is written is said once.
    if (isIncomplete || isWrong(before) || document === undefined) return { problems }
    for (const one of wrongIn(document, language)) {
      const found = placed(one)
      if (!said.has(sayingOf(found))) report(found)
    }
    documents.set(keyOf(readings, choice), document)
  }
  const document = documents.get(keyOf(readings, {}))
  if (document === undefined || isWrong(0)) return { problems }
  problems.push(...unusedIn(value, [...documents.values()]))
  const chosen = (options: Readonly<Record<string, string>>) => documents.get(keyOf(readings, options)) ?? document
  return { design: { document, readings, chosen }, problems }
}

/** The same for problems that are said once. */
function sayingOf({ message, path }: DesignProblem): string {
  return [message, ...path].join('\n')
}

function keyOf(readings: readonly Reading[], choice: Readonly<Record<string, string>>): string {
  return readings
    .map(({ id, options }) =>
      Math.max(
        0,
        options.findIndex((option) => option.id === choice[id]),
      ),
    )
    .join()
}

/** A field that an option changes, and where the option says so. */
interface Change {
  readonly path: JsonPath
  readonly place: JsonPath
}

/** Where the value at a path is written: in the option that changed it, else there. */
function writtenIn(changes: readonly Change[], path: JsonPath): JsonPath {
  const by = changes.findLast((one) => one.path.every((key, at) => key === String(path[at])))
  return by === undefined ? path : [...by.place, ...path.slice(by.path.length)]
}

function changed(
  whole: JsonObject,
  readings: readonly Reading[],
  choice: Readonly<Record<string, string>>,
  report: (problem: DesignProblem) => void,
): { readonly value: JsonObject; readonly changes: readonly Change[] } {
  let value = whole
  const changes: Change[] = []
  for (const [at, { id, options }] of readings.entries()) {
    const index = options.findIndex((option) => option.id === choice[id])
    for (const [field, to] of Object.entries(options[index]?.change ?? {})) {
      const path = /^(decide$|become\.|conditions\.|target\.)/.test(field)
        ? field.split('.')
        : ['steps', ...field.split('.')]
      const place = ['readings', at, 'options', index, 'change', field]
      const next = withField(value, path, to)
      if (next === undefined) {
        const message = `“${field}” is no field of the design, so this option cannot change it.`
        const fix = 'Write the path of a field, such as “I1.ask.apiGroup”, “become.groups” or “decide”.'
        report({ severity: 'error', code: 'unknown-field', message, fix, path: place })
      } else {
        value = next
        changes.push({ path, place })
      }
    }
  }
  return { value, changes }
}

/** The value with another one at a path, whose last key need not be there; undefined where an earlier one is not. */
function withField(value: JsonObject, [key, ...rest]: readonly string[], to: JsonValue): JsonObject | undefined {
  if (key === undefined) return undefined
  if (rest.length === 0) return { ...value, [key]: to }
  const inner = ownField(value, key)
  if (Array.isArray(inner)) {
    const [index = '', ...deeper] = rest
    const item = inner[Number(index)]
    if (!isJsonObject(item)) return undefined
    const next = withField(item, deeper, to)
    return next && { ...value, [key]: inner.map((one, at) => (at === Number(index) ? next : one)) }
  }
  if (!isJsonObject(inner)) return undefined
  const next = withField(inner, rest, to)
  return next && { ...value, [key]: next }
}

/** Reads the fields of a design, and reports each that is not as it must be. */
class FieldReader {
  readonly #value: JsonObject
  readonly #report: (problem: DesignProblem) => void

  constructor(value: JsonObject, report: (problem: DesignProblem) => void) {
    this.#value = value
    this.#report = report
  }

  /** Undefined where its id, its steps or its expression are missing. */
  design(): DesignDocument | undefined {
    const value = this.#value
    this.#onlyFields(value, [], [...FIELDS.design, 'without'])
    const id = this.#id(value.design, ['design'])
    const steps = this.#steps(value.steps)
    // Without steps each name in the expression would be reported, too.
    const decide = value.steps === undefined ? undefined : this.#tree(value.decide, ['decide'], steps, 1)
    if (id === undefined || decide === undefined) return undefined
    const named = new Set(stepsIn(decide))
    const target = this.#mapping(value.target, ['target'], FIELDS.target)
    const conditions = this.#mapping(value.conditions, ['conditions'], FIELDS.conditions)
    const from = this.#text(value.from, ['from'])
    const gate = this.#one(value.gate, ['gate'], GATES) ?? 'none'
    const see = conditions && (this.#one(conditions.see, ['conditions', 'see'], CONDITIONS) ?? 'asked')
    return {
      id,
      title: this.#text(value.title, ['title']) || id,
      summary: this.#text(value.summary, ['summary']) ?? (from === undefined ? '' : `It began with ${from}.`),
      ...(from !== undefined && { from }),
      gate,
      names: this.#one(target?.names, ['target', 'names'], NAMES) ?? 'well-formed',
      called: this.#called(target?.called),
      errors: this.#one(value.errors, ['errors'], ERRORS) ?? 'first',
      ...(see && { conditions: see }),
      steps: new Map([...steps].filter(([step]) => named.has(step))),
      decide,
      become: this.#become(value.become),
    }
  }

  readings(): readonly Reading[] {
    const path = ['readings']
    const found = this.#list(this.#value.readings, path, BOUNDS.readings).flatMap((value, at): readonly Reading[] => {
      const fields = this.#mapping(value, [...path, at], FIELDS.reading)
      if (fields === undefined) return []
      const id = this.#id(fields.id, [...path, at, 'id'])
      const options = this.#options(fields.options, [...path, at, 'options'])
      const [first, ...others] = options
      if (id === undefined || first === undefined) return []
      return [{ id, text: this.#text(fields.text, [...path, at, 'text']) ?? '', options: [first, ...others] }]
    })
    this.#eachOnce(found, path)
    return found
  }

  /** Points and options are chosen by their ids. */
  #eachOnce(named: readonly { readonly id: string }[], path: JsonPath): void {
    for (const [at, { id }] of named.entries())
      if (named.findIndex((one) => one.id === id) < at)
        this.#wrong('taken-id', `“${id}” is given twice.`, 'Give one of them another id.', path)
  }

  #options(value: JsonValue | undefined, path: JsonPath): readonly ReadingOption[] {
    if (value === undefined || (Array.isArray(value) && value.length === 0))
      this.#wrong('missing-field', 'The point has no options.', 'Write options: with one or more.', path.slice(0, -1))
    const found = this.#list(value, path, BOUNDS.options).flatMap((one, at) => {
      const here = [...path, at]
      const fields = this.#mapping(one, here, FIELDS.option)
      const id = fields && this.#id(fields.id, [...here, 'id'])
      if (fields === undefined || id === undefined) return []
      const change = fields.change === undefined ? {} : this.#mapping(fields.change, [...here, 'change'])
      if (Object.keys(change ?? {}).length > BOUNDS.changes) {
        this.#tooMany('fields in one “change”', BOUNDS.changes, [...here, 'change'])
        return []
      }
      return [{ id, reading: this.#text(fields.reading, [...here, 'reading']) ?? '', change: change ?? {} }]
    })
    this.#eachOnce(found, path)
    return found
  }

  #steps(value: JsonValue | undefined): ReadonlyMap<string, Step> {
    const path = ['steps']
    const fields = this.#mapping(value, path) ?? {}
    const ids = Object.keys(fields)
    if (value === undefined) this.#missing('steps', 'Write steps: with one or more steps.')
    if (ids.length > BOUNDS.steps) this.#tooMany('steps', BOUNDS.steps, path)
    const steps = ids.flatMap((id): readonly (readonly [string, Step])[] => {
      const here = [...path, id]
      if (this.#id(id, here) === undefined) return []
      if (id === 'true' || id === 'false') {
        const message = `YAML reads this name as ${id}.`
        this.#wrong('wrong-value', message, 'Give the step another name: y, n, yes, no, on and off are read so.', here)
        return []
      }
      if (RESERVED.includes(id)) {
        const message = `“${id}” is the name of a node that every chart has.`
        this.#wrong('reserved-id', message, 'Give the step another name.', here)
        return []
      }
      const step = this.#step(id, ownField(fields, id), here)
      return step === undefined ? [] : [[id, step]]
    })
    return new Map(steps)
  }

  #step(id: string, value: JsonValue | undefined, path: JsonPath): Step | undefined {
    const fields = this.#mapping(value, path, [...FIELDS.step, 'like'])
    if (fields === undefined) return undefined
    const question = this.#question(fields, path)
    if (question === undefined) return undefined
    const stage = this.#one(fields.stage, [...path, 'stage'], STAGES)
    const because = this.#mapping(fields.because, [...path, 'because'], FIELDS.because) ?? {}
    const clause = (key: keyof Clauses) => this.#template(because[key], [...path, 'because', key], CLAUSE_VARIABLES)
    const texts = Object.fromEntries(
      (['mode', 'label', 'term', 'about', 'cannot'] as const).flatMap((key) => {
        const text = this.#text(fields[key], [...path, key])
        if (text === '' && key !== 'about') {
          this.#wrong('wrong-value', `“${key}” is empty.`, 'Write a text, or leave it out.', [...path, key])
          return []
        }
        return text === undefined ? [] : [[key, text]]
      }),
    )
    const [allowed, refused, unasked] = [clause('allowed'), clause('refused'), clause('unasked')]
    return {
      id,
      question,
      ...(stage && { stage }),
      ...texts,
      because: {
        ...(allowed !== undefined && { allowed }),
        ...(refused !== undefined && { refused }),
        ...(unasked !== undefined && { unasked }),
      },
      nameOnly: this.#one(fields.with, [...path, 'with'], WITH) === 'name-only',
    }
  }

  #question(fields: JsonObject, path: JsonPath): Question | undefined {
    const kinds = ['ask', 'is', 'whom'].filter((key) => fields[key] !== undefined)
    // A “like” that names no step has been reported.
    if (kinds.length === 0 && fields.like !== undefined) return undefined
    if (kinds.length !== 1) {
      const message =
        kinds.length === 0
          ? 'The step has no question.'
          : `A step has one question, and this one has ${kinds.join(' and ')}.`
      this.#wrong('wrong-step', message, 'Write one of “ask”, “is” and “whom: true”.', path)
      return undefined
    }
    if (fields.whom !== undefined) {
      if (fields.whom !== true)
        this.#wrong('wrong-value', '“whom” is true, or left out.', 'Write whom: true.', [...path, 'whom'])
      return { is: 'whom' }
    }
    if (fields.is !== undefined) {
      const expression = this.#text(fields.is, [...path, 'is'])
      if (expression === undefined) return undefined
      if (expression !== SAME_NODE && nearest(expression, [SAME_NODE]) !== undefined) {
        const message = `“${expression}” is no guard.`
        this.#wrong('wrong-value', message, `Did you mean “${SAME_NODE}”?`, [...path, 'is'])
        return undefined
      }
      return expression === SAME_NODE ? { is: 'same-node' } : { is: 'expression', expression, path: [...path, 'is'] }
    }
    if (fields.ask === LEGACY) return { is: 'legacy' }
    const here = [...path, 'ask']
    if (!isJsonObject(fields.ask) && !Array.isArray(fields.ask)) {
      const near = typeof fields.ask === 'string' ? nearest(fields.ask, [LEGACY]) : undefined
      const fix = near === undefined ? 'Write ask: { verb: …, about: … }, or ask: legacy.' : `Did you mean “${near}”?`
      this.#misfit(fields.ask ?? null, 'a review, a list of reviews or legacy', here, fix)
      return undefined
    }
    if (this.#isEmptyList(fields.ask, here)) return undefined
    const written = Array.isArray(fields.ask) ? fields.ask : [fields.ask]
    if (written.length > BOUNDS.reviews) this.#tooMany('reviews in one step', BOUNDS.reviews, here)
    const reviews = written.flatMap((one, at) => {
      if (!isJsonObject(one)) {
        this.#misfit(one, 'a review', [...here, at], reviewInList(one, written.length))
        return []
      }
      const review = this.#review(one, Array.isArray(fields.ask) ? [...here, at] : here)
      return review === undefined ? [] : [review]
    })
    return { is: 'reviews', reviews }
  }

  #review(value: JsonValue | undefined, path: JsonPath): ReviewTemplate | undefined {
    const fields = this.#mapping(value, path, FIELDS.review)
    if (fields === undefined) return undefined
    if (this.#isEmptyList(fields.about, [...path, 'about'])) return undefined
    const written = Array.isArray(fields.about) ? fields.about : [fields.about]
    const about = written.flatMap((one, at) => {
      const part = this.#one(
        one ?? null,
        Array.isArray(fields.about) ? [...path, 'about', at] : [...path, 'about'],
        PARTS,
      )
      return part === undefined ? [] : [part]
    })
    this.#eachNamedOnce(about, [...path, 'about'])
    const template = (key: 'verb' | 'apiGroup' | 'coreGroup' | 'apiVersion' | 'name') =>
      this.#template(fields[key], [...path, key], REVIEW_VARIABLES)
    const templates = Object.fromEntries(
      (['verb', 'apiGroup', 'coreGroup', 'apiVersion', 'name'] as const).flatMap((key) => {
        const text = template(key)
        return text === undefined ? [] : [[key, text]]
      }),
    )
    const isMisspelled = Object.keys(fields).some((key) => meantField(key, FIELDS.review) === 'verb')
    if (fields.verb === undefined && !isMisspelled && !about.includes('request'))
      this.#wrong('missing-field', 'The review has no verb.', 'Write verb: with the verb that it asks for.', path)
    if (fields.verb === '')
      this.#wrong('wrong-value', 'The verb is empty.', 'Write the verb that the review asks for.', [...path, 'verb'])
    const many = this.#mapping(fields.allAtOnce, [...path, 'allAtOnce'], FIELDS.allAtOnce)
    return {
      about,
      ...templates,
      user: this.#one(fields.user, [...path, 'user'], USERS) ?? 'requestor',
      asReleased: this.#one(fields.values, [...path, 'values'], VALUES) === 'as-released',
      ...(many && {
        allAtOnce: {
          from: this.#count(many.from, [...path, 'allAtOnce', 'from']),
          name: this.#text(many.name, [...path, 'allAtOnce', 'name']) ?? '*',
        },
      }),
    }
  }

  #tree(
    value: JsonValue | undefined,
    path: JsonPath,
    steps: ReadonlyMap<string, Step>,
    depth: number,
  ): Tree | undefined {
    if (value === undefined) {
      this.#missing('decide', 'Write decide: with “all” or “first” and the steps.')
      return undefined
    }
    if (depth > BOUNDS.depth) {
      this.#tooMany('levels in “decide”', BOUNDS.depth, path)
      return undefined
    }
    if (typeof value === 'string')
      return this.#named(value, path, steps) ? { is: 'step', step: value, path } : undefined
    if (typeof value === 'boolean' && this.#isStep(String(value))) return undefined
    if (!isJsonObject(value)) {
      this.#misfit(value, 'a step or an expression', path, HOW_TO_DECIDE)
      return undefined
    }
    if (Object.hasOwn(value, 'not')) {
      const fix = 'Ask for what must be allowed, or write ! in the condition of a step with “is”.'
      this.#wrong('wrong-expression', 'There is no “not”: a review only says yes or no.', fix, [...path, 'not'])
      return undefined
    }
    const fields = this.#mapping(value, path, FIELDS.expression) ?? {}
    const words = (['all', 'first'] as const).filter((key) => fields[key] !== undefined)
    const [is] = words
    if (is === undefined || words.length !== 1) {
      // A field that is unknown has been reported.
      if (is === undefined && Object.keys(fields).some((key) => !EXPRESSION.includes(key))) return undefined
      this.#wrong('wrong-expression', 'An expression has exactly one of “all” and “first”.', HOW_TO_DECIDE, path)
      return undefined
    }
    const list = this.#list(fields[is], [...path, is], BOUNDS.alternatives)
    const of = list.flatMap((one, at) => this.#tree(one, [...path, is, at], steps, depth + 1) ?? [])
    if (of.length === 0) {
      if (list.length === 0 && Array.isArray(fields[is]))
        this.#wrong('wrong-expression', `“${is}” is empty.`, 'Name at least one step.', [...path, is])
      return undefined
    }
    const choose = this.#text(fields.choose, [...path, 'choose'])
    if (choose !== undefined && (is === 'all' || !this.#named(choose, [...path, 'choose'], steps))) {
      if (is === 'all')
        this.#wrong('wrong-expression', 'Only “first” has alternatives to choose from.', 'Remove “choose”.', [
          ...path,
          'choose',
        ])
      return undefined
    }
    const label = this.#text(fields.label, [...path, 'label'])
    const kinds = fields.for === undefined ? undefined : this.#kinds(fields.for, [...path, 'for'])
    const nameOnly = this.#one(fields.with, [...path, 'with'], WITH) === 'name-only'
    const more = {
      ...(kinds && { kinds }),
      ...(nameOnly && { nameOnly: true as const }),
      ...(label && { label }),
      path,
    }
    return is === 'all' ? { is, of, ...more } : { is, of, ...(choose && { choose }), ...more }
  }

  #kinds(value: JsonValue, path: JsonPath): readonly Kind[] | undefined {
    if (this.#isEmptyList(value, path)) return undefined
    const written = Array.isArray(value) ? value : [value]
    const kinds = written.flatMap((one, at) => this.#one(one, Array.isArray(value) ? [...path, at] : path, KINDS) ?? [])
    this.#eachNamedOnce(kinds, path)
    return kinds
  }

  #named(step: string, path: JsonPath, steps: ReadonlyMap<string, Step>): boolean {
    // A step that is wrong has been reported at its own place.
    if (steps.has(step) || this.#isStep(step)) return true
    const near = nearest(step, [...steps.keys()])
    const fix = near === undefined ? `The steps are ${[...steps.keys()].join(', ')}.` : `Did you mean “${near}”?`
    this.#wrong('unknown-step', `There is no step “${step}”.`, fix, path)
    return false
  }

  /** Whether the text has a step, right or wrong. */
  #isStep(step: string): boolean {
    return isJsonObject(this.#value.steps) && Object.hasOwn(this.#value.steps, step)
  }

  #called(value: JsonValue | undefined): DesignDocument['called'] {
    const path = ['target', 'called']
    const fields = this.#mapping(value, path, KINDS) ?? {}
    return Object.fromEntries(
      KINDS.flatMap((kind) => {
        const template = this.#template(fields[kind], [...path, kind], REVIEW_VARIABLES)
        return template === undefined ? [] : [[kind, template]]
      }),
    )
  }

  #become(value: JsonValue | undefined): Become {
    const path = ['become']
    const fields = this.#mapping(value, path, FIELDS.become) ?? {}
    const about = this.#text(fields.about, [...path, 'about'])
    return {
      groups: this.#one(fields.groups, [...path, 'groups'], GROUPS) ?? 'nodes',
      constraint: this.#one(fields.constraint, [...path, 'constraint'], CONSTRAINTS) ?? 'none',
      audit: this.#one(fields.audit, [...path, 'audit'], AUDITS) ?? 'none',
      ...(about !== undefined && { about }),
    }
  }

  #template(value: JsonValue | undefined, path: JsonPath, known: readonly string[]): string | undefined {
    const text = this.#text(value, path, BOUNDS.template)
    for (const { name } of text === undefined ? [] : variablesIn(text)) {
      if (known.includes(name)) continue
      const near = nearest(name, known)
      const fix =
        near === undefined ? `Variables here are ${known.join(', ')}; << stands for <.` : `Did you mean <${near}>?`
      this.#wrong('unknown-variable', `There is no variable <${name}>.`, fix, path)
    }
    if (text !== undefined && hasOpenVariable(text))
      this.#wrong('unknown-variable', 'A variable begins with < and has no >.', 'Write <verb>, or << for a <.', path)
    return text
  }

  #id(value: JsonValue | undefined, path: JsonPath): string | undefined {
    const id = this.#text(value, path)
    if (id !== undefined && /^[A-Za-z][A-Za-z0-9-]{0,31}$/.test(id)) return id
    const name = String(path.at(-1))
    if (value === undefined)
      this.#wrong('missing-field', `“${name}” is missing.`, `Write ${name}: and a name.`, path.slice(0, -1))
    else if (id !== undefined)
      this.#wrong(
        'wrong-value',
        `“${id}” cannot be a name here.`,
        'A name is a letter, then at most 31 letters, digits and hyphens.',
        path,
      )
    return undefined
  }

  #text(value: JsonValue | undefined, path: JsonPath, longest: number = BOUNDS.text): string | undefined {
    if (value === undefined) return undefined
    if (typeof value === 'string') {
      const hidden = hiddenCharacter(value)
      if (hidden !== undefined) {
        const message = `“${path.join('.')}” has a character that nobody sees: ${codePointName(hidden)}.`
        this.#wrong('hidden-character', message, 'Remove it.', path)
        return undefined
      }
      if (value.length <= longest) return value
      const message = `The text has ${value.length.toLocaleString('en')} characters, and at most ${longest} are taken here.`
      this.#wrong('too-many', message, 'Shorten it.', path)
      return undefined
    }
    this.#misfit(value, 'a text', path)
    return undefined
  }

  #count(value: JsonValue | undefined, path: JsonPath): number {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value
    this.#misfit(value ?? null, 'a whole number of at least 1', path)
    return 1
  }

  #one<const Value extends string>(
    value: JsonValue | undefined,
    path: JsonPath,
    of: readonly Value[],
  ): Value | undefined {
    if (value === undefined) return undefined
    const found = of.find((one) => one === value)
    if (found !== undefined) return found
    const near = typeof value === 'string' ? nearest(value, of) : undefined
    const fix = near === undefined ? `Write ${of.join(' or ')}.` : `Did you mean “${near}”?`
    this.#misfit(value, `one of ${of.join(', ')}`, path, fix)
    return undefined
  }

  /** Reports a field of the design that is missing, unless a misspelling of it has been reported. */
  #missing(field: 'steps' | 'decide', fix: string): void {
    const known: readonly string[] = FIELDS.design
    const isMisspelled = Object.keys(this.#value).some(
      (key) => !known.includes(key) && meantField(key, known) === field,
    )
    if (!isMisspelled) this.#wrong('missing-field', `“${field}” is missing.`, fix, [])
  }

  #isEmptyList(value: JsonValue | undefined, path: JsonPath): boolean {
    if (!Array.isArray(value) || value.length > 0) return false
    this.#wrong('wrong-value', `“${path.join('.')}” is empty.`, 'Write one entry or more.', path)
    return true
  }

  #eachNamedOnce(words: readonly string[], path: JsonPath): void {
    const twice = words.find((one, at) => words.indexOf(one) < at)
    if (twice !== undefined)
      this.#wrong('named-twice', `“${path.join('.')}” names “${twice}” twice.`, 'Name it once.', path)
  }

  #list(value: JsonValue | undefined, path: JsonPath, most: number): readonly JsonValue[] {
    if (value === undefined) return []
    if (!Array.isArray(value)) {
      this.#misfit(value, 'a list', path)
      return []
    }
    if (value.length > most)
      this.#tooMany(`entries in “${String(path.findLast((key) => typeof key === 'string'))}”`, most, path)
    return value.slice(0, most)
  }

  #mapping(value: JsonValue | undefined, path: JsonPath, fields?: readonly string[]): JsonObject | undefined {
    if (value === undefined) return undefined
    if (!isJsonObject(value)) {
      this.#misfit(value, 'a mapping', path)
      return undefined
    }
    if (fields) this.#onlyFields(value, path, fields)
    return value
  }

  #onlyFields(value: JsonObject, path: JsonPath, fields: readonly string[]): void {
    for (const key of Object.keys(value)) {
      if (fields.includes(key)) continue
      const meant = meantField(key, fields)
      const fix =
        OF_THE_SUBJECT.has(key) && fields === FIELDS.review
          ? `Remove it: a review has the ${key} of what it is about.`
          : meant === undefined
            ? `Remove it. Fields here are ${fields.join(', ')}.`
            : `Did you mean “${meant}”?`
      this.#wrong('unknown-field', `“${key}” is not a field ${path.length === 0 ? 'of a design' : 'here'}.`, fix, [
        ...path,
        key,
      ])
    }
  }

  #misfit(value: JsonValue, wanted: string, path: JsonPath, fix?: string): void {
    this.#report(misfit(value, wanted, path, fix))
  }

  #tooMany(what: string, most: number, path: JsonPath): void {
    this.#wrong('too-many', `There are more than ${most} ${what}.`, `Leave some out: at most ${most} are taken.`, path)
  }

  #wrong(code: string, message: string, fix: string, path: JsonPath): void {
    this.#report({ severity: 'error', code, message, fix, path })
  }
}

/** What to write in place of an entry of a list of reviews that is not a review. */
function reviewInList(entry: JsonValue, entries: number): string {
  if (typeof entry !== 'string' || nearest(entry, [LEGACY]) === undefined) return 'Write { verb: …, about: … }.'
  return entries === 1
    ? `Write ask: ${LEGACY}, without a list.`
    : `Write ask: ${LEGACY} in a step of its own, and name both steps in “decide”.`
}

/** Words of other languages for fields of this one. */
const OTHER_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    and: 'all',
    allOf: 'all',
    or: 'first',
    any: 'first',
    anyOf: 'first',
    oneOf: 'first',
    group: 'apiGroup',
    version: 'apiVersion',
    review: 'ask',
    reviews: 'ask',
    when: 'is',
    if: 'is',
    condition: 'is',
  }),
)

/** What a review takes from the request or the target, and no field sets. */
const OF_THE_SUBJECT: ReadonlySet<string> = new Set(['resource', 'subresource', 'namespace'])

/** The field that an unknown one stands for: by its spelling, or a word of another language. */
function meantField(key: string, fields: readonly string[]): string | undefined {
  if (fields.includes(key)) return undefined
  const meant = OTHER_WORDS.get(key)
  return meant !== undefined && fields.includes(meant) ? meant : nearest(key, fields)
}
