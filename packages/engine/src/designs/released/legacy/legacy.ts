import { clause } from '../../../trace/index.ts'
import { becomeNode, type ChainState, chainEnds, readHeaders, refuse, wantedUser } from '../../chain.ts'
import { LEGACY } from '../../descriptions.ts'
import { design } from '../../design.ts'
import type { Nodes, PassedNode } from '../../flowchart.ts'
import { legacyWords } from '../../words.ts'
import { becomeLegacyTarget, type LegacyPart, legacyChecks, OLDER_FILTER_ORDER } from '../legacy-impersonation.ts'

type Node = PassedNode<ChainState>

const WORDS: Readonly<Record<LegacyPart, { label: string; term: string; about: string; none: string; all: string }>> = {
  username: {
    label: 'May it be this user?',
    term: 'users',
    about: 'One check on users, or on serviceaccounts in the account’s namespace when the name is a service account’s.',
    none: '',
    all: 'the user may be impersonated',
  },
  group: {
    label: '… with all of these groups?',
    term: 'groups',
    about: 'One check on groups for each Impersonate-Group header.',
    none: 'no group is asked for',
    all: 'every group may be impersonated',
  },
  extra: {
    label: '… with all of these extras?',
    term: 'userextras/‹key›',
    about: 'One check on userextras/<key> for each value of an Impersonate-Extra- header.',
    none: 'no extra is asked for',
    all: 'every extra value may be impersonated',
  },
  uid: {
    label: '… with this UID?',
    term: 'uids',
    about: 'One check on uids for the Impersonate-Uid header.',
    none: 'no UID is asked for',
    all: 'the UID may be impersonated',
  },
}

function partNode(part: LegacyPart, next: string): Node {
  return {
    shape: 'question',
    label: [WORDS[part].label],
    term: [{ code: `impersonate ${WORDS[part].term}` }],
    stage: 'identity',
    mode: 'legacy',
    about: WORDS[part].about,
    edges: { yes: { to: next, label: ['yes'] }, no: { to: 'forbidden', label: ['no'] } },
    *evaluate(state) {
      let asked = 0
      const checks = legacyChecks(state, part)
      let next = checks.next()
      while (!next.done) {
        asked++
        next = checks.next(yield next.value)
      }
      if (next.value) return { edge: 'yes', because: [asked === 0 ? WORDS[part].none : WORDS[part].all] }
      refuse(state)
      return { edge: 'no', because: ['no authorizer allows it, and the first such check ends the request'] }
    },
  }
}

const [username, group, extra, uid] = OLDER_FILTER_ORDER as readonly [LegacyPart, LegacyPart, LegacyPart, LegacyPart]

const nodes: Nodes<ChainState> = {
  A: {
    shape: 'step',
    label: ['receive request'],
    about: 'The request line and the Impersonate- headers are read.',
    edges: {
      impersonate: { to: 'U', label: [{ code: 'Impersonate-User' }, ' is set'] },
      plain: { to: 'R', label: ['no impersonation'] },
      malformed: { to: 'bad', label: ['no user name'] },
      unreadable: { to: 'error', label: ['bad path'] },
    },
    *evaluate(state) {
      return (
        readHeaders(state) ?? {
          edge: 'impersonate',
          because: clause`the headers ask for ${wantedUser(state).username}`,
        }
      )
    },
  },
  U: partNode(username, 'G'),
  G: partNode(group, 'X'),
  X: partNode(extra, 'I'),
  I: partNode(uid, 'S'),
  S: becomeNode(
    'The target replaces the requestor; service account groups and system:authenticated are added.',
    becomeLegacyTarget,
  ),
  ...chainEnds(),
}

/** Impersonation as it has been since Kubernetes 1.3, and still is with the feature gate off. */
export const legacy = design<ChainState>({
  about: LEGACY,
  sources: [
    {
      document: 'Kubernetes documentation',
      section: 'User impersonation',
      url: 'https://kubernetes.io/docs/reference/access-authn-authz/user-impersonation/',
    },
    {
      document: 'kubernetes/apiserver',
      section: 'pkg/endpoints/filters/impersonation/impersonation.go',
      url: 'https://github.com/kubernetes/apiserver/blob/v0.36.3/pkg/endpoints/filters/impersonation/impersonation.go',
    },
  ],
  statement: {
    checks: 'The user, every group, every extra value, the UID: one check each. Then the request, as the target.',
    identity:
      'impersonate on users, serviceaccounts and groups in the core group, on uids and userextras/<key> in authentication.k8s.io.',
    headers: 'All of them, in any combination.',
    fallback: 'None: other designs fall back to this one.',
    error: 'The one check that failed: it ends the impersonation.',
    groups:
      'Those of service accounts when no group is asked for; system:authenticated. A node is a user like any other.',
    audit: 'impersonatedUser, and no constraint.',
  },
  assumptions: [],
  words: legacyWords,
  auditConstraint: 'none',
  olderFilter: true,
  nodes,
})
