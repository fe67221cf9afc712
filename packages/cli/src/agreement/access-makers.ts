import type { Rule } from '@authz-playground/engine'
import { listedRules } from '@authz-playground/engine/internal/answers'
import { commandOutput } from '@authz-playground/engine/internal/query'
import { ruleAllows, subjectOfUsername, usernameOf } from '@authz-playground/engine/internal/rights'
import { askedSubject, discoveryOf, readAction, whatCanAnswer, whoCanAnswer } from '@authz-playground/engine/questions'
import type { AskedPolicy } from './asked-policy.ts'
import {
  type Action,
  actionText,
  type Fact,
  isSuperuser,
  neededActions,
  reviewOf,
  typeOf,
  userOfSender,
  wordOf,
} from './fact.ts'
import { grants, isExact, isOf, type Maker, yesIf } from './maker.ts'

const NO_LISTS: Rule = { verbs: [], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] }

function questionOf({ verb, resource, subresource, namespace, name, path, apiGroup }: Action) {
  if (path !== '') return { verb, path }
  const type = typeOf({ apiGroup, resource } as Action)
  return { verb, resource: type, subresource, namespace, name }
}

const whoCan: Maker = {
  name: 'who-can',
  says: ({ sender, action }, { cluster }) => {
    const [{ rows }] = whoCanAnswer(readAction(questionOf(action), discoveryOf(cluster)), cluster).sections
    return yesIf(rows.some(({ subject }) => isOf(subject, userOfSender(sender))))
  },
}

/** Counts the rows about the name of the sender: a user is one subject, however bindings spell it. */
const whoCanOnce: Maker = {
  name: 'who-can, each user once',
  says: ({ sender, action }, { cluster }) => {
    const [{ rows }] = whoCanAnswer(readAction(questionOf(action), discoveryOf(cluster)), cluster).sections
    const own = rows.filter(({ subject }) => usernameOf(subject) === sender.username)
    if (own.length > 1) throw new Error(`${own.length} rows are about ${sender.username}`)
    return own.length === 1 ? 'yes' : undefined
  },
}

const whatCan: Maker = {
  name: 'what-can',
  says: (fact, { cluster }) => {
    const { spelled, groups } = fact.sender
    const of = askedSubject(spelled, groups, cluster)
    if (of === undefined) throw new Error(`${spelled} is nobody`)
    const { can } = whatCanAnswer(of, '', cluster)
    const review = reviewOf(fact)
    const ofObjects = can.resources.flatMap(({ apiGroup, resource, verbs }) =>
      verbs.flatMap(({ verb, reaches }) =>
        reaches.map(({ namespace, names = [] }) => ({
          rule: { ...NO_LISTS, verbs: [verb], apiGroups: [apiGroup], resources: [resource], resourceNames: names },
          namespace,
        })),
      ),
    )
    const ofPaths = can.paths.flatMap(({ url, verbs }) =>
      verbs.map(({ verb }) => ({ rule: { ...NO_LISTS, verbs: [verb], nonResourceURLs: [url] }, namespace: '' })),
    )
    const isListed = [...ofObjects, ...ofPaths].some(({ rule, namespace }) => grants(rule, [namespace], review))
    return yesIf(can.superuser || isListed)
  },
}

const whatCanList: Maker = {
  name: 'what-can --list',
  says: (fact, { cluster }) => {
    const { sender, action } = fact
    // A list is of one namespace, and of no superuser.
    if (isSuperuser(sender) || (action.path === '' && action.namespace === '')) return undefined
    const user = userOfSender(sender)
    const subject = subjectOfUsername(sender.username)
    const { rules } = listedRules({ subject, user }, action.namespace, cluster)
    const review = reviewOf(fact)
    return yesIf([...rules.resourceRules, ...rules.nonResourceRules].some(({ rule }) => ruleAllows(rule, review)))
  },
}

const canI: Maker = {
  name: 'kubectl auth can-i',
  says: ({ sender, action }, asked) => {
    const { verb, namespace, name, subresource, path } = action
    const what = path === '' ? `${typeOf(action)}${name === '' ? '' : `/${name}`}` : path
    const where = path !== '' ? '' : namespace === '' ? ' -A' : ` -n ${namespace}`
    const of = subresource === '' ? '' : ` --subresource=${subresource}`
    const scenario = asked.scenario(sender, {
      form: 'kubectl',
      text: `kubectl auth can-i ${verb} ${what}${of}${where}`,
    })
    const output = commandOutput(asked.decide(scenario))
    return yesIf(output?.out.startsWith('yes') === true)
  },
}

const goalCan: Maker = {
  name: 'goal “can”',
  says: ({ sender, action }, asked) => {
    const state = asked.goal(`${wordOf(sender)} can ${actionText(action)}`)
    return state === 'not-decided' ? undefined : yesIf(state === 'holds')
  },
}

const goalCannot: Maker = {
  name: 'goal “cannot”',
  says: ({ sender, action }, asked) => {
    const state = asked.goal(`${wordOf(sender)} cannot ${actionText(action)}`)
    if (state === 'holds') return 'no'
    return state === 'fails' && isExact(action) ? 'yes' : undefined
  },
}

/** Superusers and the bindings of the default roles do not count where a goal is about nobody. */
function isBeyondNobody({ sender }: Fact, { settings }: AskedPolicy): boolean {
  return isSuperuser(sender) || settings.defaultRoles === true
}

const goalNobody: Maker = {
  name: 'goal “nobody can”',
  says: (fact, asked) =>
    !isBeyondNobody(fact, asked) && asked.goal(`nobody can ${actionText(fact.action)}`) === 'holds' ? 'no' : undefined,
}

const goalOnly: Maker = {
  name: 'goal “only jane can”',
  says: (fact, asked) => {
    const { username } = fact.sender
    const isOther = username !== 'jane' && !isBeyondNobody(fact, asked)
    return isOther && asked.goal(`only jane can ${actionText(fact.action)}`) === 'holds' ? 'no' : undefined
  },
}

const diff: Maker = {
  name: 'diff from nothing',
  says: (fact, asked) => {
    if (isSuperuser(fact.sender)) return undefined
    const user = userOfSender(fact.sender)
    const review = reviewOf(fact)
    const gains = asked.diff.gains.filter(
      ({ change: { subjects, namespaces, rule, except } }) =>
        subjects.some((one) => isOf(one, user)) &&
        grants(rule, namespaces, review) &&
        !except.some((part) => grants(part.rule, [part.namespace], review)),
    )
    // What bindings of the default roles grant is there before, too.
    return asked.settings.defaultRoles === true && gains.length === 0 ? undefined : yesIf(gains.length > 0)
  },
}

/** A maker that is about one check says “yes” of a request where it says so of each check that the request needs. */
function ofEachCheck({ says, ...maker }: Maker): Maker {
  return {
    ...maker,
    says: (fact, asked) => {
      const said = neededActions(fact).map((action) => says({ ...fact, action }, asked))
      return said.find((one) => one === 'no') ?? (said.includes(undefined) ? undefined : 'yes')
    },
  }
}

/** Makers of whether somebody may do something. */
export const OF_ACCESS: readonly Maker[] = [
  ...[whoCan, whoCanOnce, whatCan, whatCanList, canI, diff].map(ofEachCheck),
  goalCan,
  goalCannot,
  goalNobody,
  goalOnly,
]
