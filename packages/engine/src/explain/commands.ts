import { type Binding, objectKey, type Policy, type Role, RULE_LISTS, type Rule } from '../kube/index.ts'
import { hereDocument, quoteWord } from '../shell/index.ts'
import { escapedJSON } from '../text/index.ts'
import { isJsonObject, type JsonValue, readJsonTexts, yamlOf } from '../yaml/index.ts'
import { subjectFields } from './new-roles.ts'

/**
 * The `kubectl` commands that do on a cluster what a change does to the text of a policy, each complete, in the order in which
 * they are to be run. They fail where the cluster differs in what they change, or has an object of a new name already: a new
 * object is created, not applied, and a patch tests before it changes. Empty where the roles and bindings are the same.
 */
export function changeCommands(before: Policy, after: Policy): readonly string[] {
  const old = objectsOf(before)
  const now = objectsOf(after)
  const added = [...now].flatMap(([key, object]) => (old.has(key) ? [] : [object]))
  const removed = [...old].flatMap(([key, object]) => (now.has(key) ? [] : [object]))
  const changed = [...now].flatMap(([key, object]) => {
    const other = old.get(key)
    return other === undefined ? [] : changing(other, object, after)
  })
  const created = added.length === 0 ? [] : [creating(added, after)]
  return [...created, ...changed, ...removed.map(deleting)].filter((command) => command !== undefined)
}

type PolicyObject = Role | Binding

/** Of several objects of one name, the last one counts. */
function objectsOf({ roles, bindings }: Policy): ReadonlyMap<string, PolicyObject> {
  return new Map([...roles, ...bindings].map((one) => [objectKey(one), one]))
}

function changing(old: PolicyObject, now: PolicyObject, after: Policy): readonly (string | undefined)[] {
  if ('roleRef' in old && 'roleRef' in now && !isSameRole(old, now)) {
    const created = creating([now], after)
    return created === undefined
      ? []
      : [
          `# The roleRef of a binding cannot be changed, so the binding is deleted and made anew.\n${deleting(old)}`,
          created,
        ]
  }
  const operations = patchOf(old, now)
  if (operations.length === 0) return []
  return [`kubectl patch ${target(now)} --type=json -p ${quoteWord(escapedJSON(JSON.stringify(operations)))}`]
}

function isSameRole({ roleRef: one }: Binding, { roleRef: other }: Binding): boolean {
  return one.kind === other.kind && one.name === other.name
}

/** The kind before a slash: a name that begins with a hyphen would be read as a flag. */
function target({ kind, name, namespace }: PolicyObject): string {
  const where = namespace === '' ? '' : ` -n ${quoteWord(namespace)}`
  return `${quoteWord(`${kind.toLowerCase()}/${name}`)}${where}`
}

function deleting(object: PolicyObject): string {
  return `kubectl delete ${target(object)}`
}

function creating(objects: readonly PolicyObject[], policy: Policy): string | undefined {
  const values = objects.map((object) => documentValue(object, policy))
  if (values.includes(undefined)) return undefined
  return `kubectl create -f - ${hereDocument(values.map(yamlOf).join('---\n'))}`
}

/** An object as its document has it, with labels and annotations. */
function documentValue(
  { kind, name, namespace, span }: PolicyObject,
  { text, documents }: Policy,
): JsonValue | undefined {
  const document = documents.find(({ start, end }) => span.start >= start && span.end <= end)
  if (document === undefined) return undefined
  const [read] = readJsonTexts(text.slice(document.start, document.end), 'policy').documents
  const items = field(read?.value, 'items')
  return [read?.value, ...(Array.isArray(items) ? (items as readonly JsonValue[]) : [])].findLast((value) => {
    const metadata = field(value, 'metadata')
    const isHere = namespace === '' || (field(metadata, 'namespace') ?? 'default') === namespace
    return field(value, 'kind') === kind && field(metadata, 'name') === name && isHere
  })
}

function field(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** An operation of a JSON patch (RFC 6902). */
type PatchOperation =
  | { readonly op: 'test' | 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }

/** The JSON patch by which an object of a cluster becomes another of the same kind and name. */
function patchOf(old: PolicyObject, now: PolicyObject): readonly PatchOperation[] {
  if ('roleRef' in old) return 'roleRef' in now ? ofSubjects(old, now) : []
  return 'roleRef' in now ? [] : [...ofLabels(old, now), ...ofRules(old, now)]
}

function ofLabels({ labels: old }: Role, { labels: now }: Role): readonly PatchOperation[] {
  return [...now].flatMap(([key, value]): readonly PatchOperation[] => {
    const before = old.get(key)
    if (before === value) return []
    const path = `/metadata/labels/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    return [test(path, before ?? null), { op: before === undefined ? 'add' : 'replace', path, value }]
  })
}

function ofRules({ rules: old }: Role, { rules: now }: Role): readonly PatchOperation[] {
  return now.flatMap((rule, at): readonly PatchOperation[] => {
    const path = `/rules/${at}`
    const before = old[at]
    if (before === undefined) return [{ op: 'add', path: '/rules/-', value: ruleValue(rule) }]
    const changed = RULE_LISTS.flatMap((list) => ofList(before[list], rule[list], `${path}/${list}`))
    // The rule as a whole: the same place of the cluster’s role may have another rule.
    return changed.length === 0 ? [] : [test(path, ruleValue(before)), ...changed]
  })
}

/** The API server leaves out empty lists, except for the verbs. */
function ruleValue(rule: Rule): unknown {
  return Object.fromEntries(
    RULE_LISTS.flatMap((list) => (rule[list].length > 0 || list === 'verbs' ? [[list, rule[list]]] : [])),
  )
}

function ofList(old: readonly string[], now: readonly string[], path: string): readonly PatchOperation[] {
  if (now.length === 0) return old.length === 0 ? [] : [{ op: 'remove', path }]
  if (old.length === 0) return [{ op: 'add', path, value: now }]
  if (now.length < old.length) return [{ op: 'replace', path, value: now }]
  return now.flatMap((value, at): readonly PatchOperation[] => {
    if (at >= old.length) return [{ op: 'add', path: `${path}/-`, value }]
    return value === old[at] ? [] : [{ op: 'replace', path: `${path}/${at}`, value }]
  })
}

/** Other fields of a subject than these have one value for its kind. */
function ofSubjects({ subjects: old, roleRef }: Binding, { subjects: now }: Binding): readonly PatchOperation[] {
  const changed = now.flatMap((subject, at): readonly PatchOperation[] => {
    const before = old[at]
    const value = subjectFields(subject)
    if (before === undefined)
      return old.length === 0 && at === 0
        ? [test('/subjects', null), { op: 'add', path: '/subjects', value: [value] }]
        : [{ op: 'add', path: '/subjects/-', value }]
    const { kind, name, namespace } = before
    if (kind === subject.kind && name === subject.name && namespace === subject.namespace) return []
    const path = `/subjects/${at}`
    return [
      test(`${path}/kind`, kind),
      test(`${path}/name`, name),
      ...(namespace === '' ? [] : [test(`${path}/namespace`, namespace)]),
      { op: 'replace', path, value },
    ]
  })
  if (changed.length === 0) return []
  return [test('/roleRef/kind', roleRef.kind), test('/roleRef/name', roleRef.name), ...changed]
}

function test(path: string, value: unknown): PatchOperation {
  return { op: 'test', path, value }
}
