import type { Verdict } from './argument.ts'

/** What an argument comes to: the verdict word for word, and by case and design the code and the checks before the request and of it. */
export type Settled = Verdict & { readonly cases: Readonly<Record<string, Readonly<Record<string, string>>>> }

/** Every figure, as it was computed and then read against the documents. */
export const SETTLED: Readonly<Record<string, Settled>> = {
  'eight-parts': {
    kind: 'only-if',
    condition: 'the server asks as the KEP was first merged',
    sentence:
      '`proposal` asks 9, and 17 at worst, with 8 of legacy. As released it is 6 at best, because one check covers all four extra values, and 18 at worst. `legacy` asks 8, `compound` 8, `unified` and `compiled` 1, `boundary` 10, `access-rule` 2.',
    cases: {
      printed: {
        constrained: '200: 13 + 1',
        proposal: '200: 9 + 1',
        legacy: '200: 8 + 1',
        'user-info-only': '200: 9 + 1',
        'client-review': '200: 2 + 1',
        'group-suffix': '200: 9 + 1',
        intersection: '200: 9 + 1',
        'access-rule': '200: 8 + 1',
        conditional: '200: 8 + 1',
        compiled: '200: 1 + 1',
        compound: '200: 8 + 1',
        unified: '200: 1 + 1',
        'named-verbs': '200: 9 + 1',
        boundary: '200: 8 + 1',
        'node-scoped': '200: 8 + 1',
        'fine-grained': '200: 13 + 1',
      },
      best: {
        constrained: '200: 6 + 1',
        proposal: '200: 9 + 1',
        legacy: '200: 8 + 1',
        'user-info-only': '200: 9 + 1',
        'client-review': '200: 2 + 1',
        'group-suffix': '200: 9 + 1',
        intersection: '200: 9 + 1',
        'access-rule': '200: 8 + 1',
        conditional: '200: 8 + 1',
        compiled: '200: 1 + 1',
        compound: '200: 8 + 1',
        unified: '200: 1 + 1',
        'named-verbs': '200: 9 + 1',
        boundary: '200: 8 + 1',
        'node-scoped': '200: 8 + 1',
        'fine-grained': '200: 6 + 1',
      },
      worst: {
        constrained: '200: 18 + 1',
        proposal: '200: 17 + 1',
        legacy: '200: 8 + 1',
        'user-info-only': '200: 17 + 1',
        'client-review': '200: 2 + 1',
        'group-suffix': '200: 17 + 1',
        intersection: '200: 9 + 1',
        'access-rule': '200: 8 + 1',
        conditional: '200: 8 + 1',
        compiled: '200: 1 + 1',
        compound: '200: 8 + 1',
        unified: '200: 1 + 1',
        'named-verbs': '200: 17 + 1',
        boundary: '200: 8 + 1',
        'node-scoped': '200: 8 + 1',
        'fine-grained': '200: 18 + 1',
      },
      declared: {
        boundary: '200: 10 + 1',
        'access-rule': '200: 2 + 1',
      },
    },
  },
  'plain-extra-keys': {
    kind: 'only-if',
    condition: 'the key is domain-prefixed',
    sentence:
      'As released, `foo` and `bar` are refused without a check: 0 of 4 values are asked about, and the answer is 403. With `example.com/foo` and `example.com/bar` it is 200. Where `impersonate` is granted too, the request as printed passes by legacy: 200 after 13 checks.',
    cases: {
      printed: {
        constrained: '200: 13 + 1',
        proposal: '200: 9 + 1',
      },
      alone: {
        constrained: '403: 6 + 0',
      },
      prefixed: {
        constrained: '200: 6 + 1',
      },
    },
  },
  'two-n-plus-one': {
    kind: 'only-if',
    condition: 'no more than three groups and three extra values are asked for, or the server asks as first merged',
    sentence:
      'For 1, 3, 5, 8 parts `proposal` asks up to 3, 7, 11, 17. As released it is 3, 7, 12, 18: from four groups or extra values on, one check for all of them comes first, and may be in vain.',
    cases: {
      one: {
        proposal: '200: 3 + 1',
        constrained: '200: 3 + 1',
      },
      three: {
        proposal: '200: 7 + 1',
        constrained: '200: 7 + 1',
      },
      five: {
        proposal: '200: 11 + 1',
        constrained: '200: 12 + 1',
      },
      eight: {
        proposal: '200: 17 + 1',
        constrained: '200: 18 + 1',
      },
    },
  },
  'short-circuit': {
    kind: 'holds',
    sentence:
      'Behind the first identity check that fails 0 others of the 8 follow: `constrained` makes 2 constrained checks, `proposal` 1, and then the 8 of legacy.',
    cases: {
      first: {
        constrained: '200: 10 + 1',
        proposal: '200: 9 + 1',
      },
      last: {
        constrained: '200: 18 + 1',
      },
    },
  },
  'action-first': {
    kind: 'holds',
    sentence:
      'Where the action is missing, asking for it first costs 1 check and asking for it last 9. Where the identity is missing it is the other way round, and the difference is 2 to 1.',
    cases: {
      noAction: {
        constrained: '403: 2 + 0',
        proposal: '403: 10 + 0',
      },
      noIdentity: {
        constrained: '403: 3 + 0',
        proposal: '403: 2 + 0',
      },
    },
  },
  doubles: {
    kind: 'only-if',
    condition: 'a username alone is asked for, and the server has just started',
    sentence:
      'For a name, 1 check become 2; for a name and three groups 4 become 5, since the action is asked for first and fails. Sent again, the request costs 1: the server tries the mode that worked last.',
    cases: {
      off: {
        constrained: '200: 1 + 1',
      },
      on: {
        constrained: '200: 2 + 1',
      },
      again: {
        constrained: '200: 1 + 1',
      },
      groupsOff: {
        constrained: '200: 4 + 1',
      },
      groupsOn: {
        constrained: '200: 5 + 1',
      },
    },
  },
  'constrained-first': {
    kind: 'only-if',
    condition: 'most requestors have moved to the constrained verbs',
    sentence:
      'Who has moved pays 2 with constrained first and 3 with legacy first. Who has not pays 2 and 1. Each order costs the other side 1 check, and the released server remembers per requestor which one worked.',
    cases: {
      moved: {
        constrained: '200: 2 + 1',
      },
      movedLate: {
        constrained: '200: 3 + 1',
      },
      stayed: {
        constrained: '200: 2 + 1',
      },
      stayedFirst: {
        constrained: '200: 1 + 1',
      },
    },
  },
  'two-to-three': {
    kind: 'only-if',
    condition: 'the first of the two new checks is granted and the second is not',
    sentence:
      'In `constrained` and `proposal` alike: 1 with the feature off, 2 when the new rules pass, 2 when nothing is granted, 3 when the first new check passes and the second fails. So 3 is the most, and not the rule.',
    cases: {
      off: {
        constrained: '200: 1 + 1',
        proposal: '200: 1 + 1',
      },
      passed: {
        constrained: '200: 2 + 1',
        proposal: '200: 2 + 1',
      },
      nothing: {
        constrained: '403: 2 + 0',
        proposal: '403: 2 + 0',
      },
      first: {
        constrained: '403: 3 + 0',
        proposal: '403: 3 + 0',
      },
    },
  },
  'two-extra-checks': {
    kind: 'only-if',
    condition: 'nothing is remembered of an earlier request',
    sentence:
      'The first request costs 2 more in `proposal` and 2 as released. Sent again within ten seconds, it costs 0 more as released.',
    cases: {
      once: {
        proposal: '200: 2 + 1',
        constrained: '200: 2 + 1',
      },
      again: {
        constrained: '200: 0 + 1',
      },
    },
  },
  caches: {
    kind: 'holds',
    sentence:
      'As released: 2, then 1, then 0 checks before the request. In the third the identity was last asked about 19.8 s ago, and a binding taken away since would not be noticed. Ten seconds after the second it is asked about again: 2 checks.',
    cases: {
      first: {
        constrained: '200: 2 + 1',
      },
      second: {
        constrained: '200: 1 + 1',
      },
      third: {
        constrained: '200: 0 + 1',
      },
      late: {
        constrained: '200: 2 + 1',
      },
    },
  },
  'service-account-three': {
    kind: 'holds',
    sentence: '3 in `proposal` and 3 as released: two new checks and 1 of legacy.',
    cases: {
      most: {
        proposal: '403: 3 + 0',
        constrained: '403: 3 + 0',
      },
    },
  },
  'node-four': {
    kind: 'only-if',
    condition: 'both verbs for nodes share one action check, as first merged',
    sentence:
      '4 in `proposal`. As released 5: 4 constrained ones, because each of the two modes asks for the action and the identity, and then legacy. The answer is 403.',
    cases: {
      most: {
        proposal: '403: 4 + 0',
        constrained: '403: 5 + 0',
      },
    },
  },
  'union-secrets': {
    kind: 'holds',
    sentence:
      'In `proposal`, which the comment is about, the agent opens 3 of the 3 secrets that pods on its node mount, and 0 of 1 on another node. No rule says that it may get secrets as the node. As released it opens 0.',
    cases: {
      first: {
        proposal: '200: 2 + 1',
        constrained: '403: 3 + 0',
        'named-verbs': '403: 3 + 0',
      },
      second: {
        proposal: '200: 2 + 1',
        constrained: '403: 3 + 0',
        'named-verbs': '403: 3 + 0',
      },
      third: {
        proposal: '200: 2 + 1',
        constrained: '403: 3 + 0',
        'named-verbs': '403: 3 + 0',
      },
      elsewhere: {
        proposal: '403: 2 + 1',
        constrained: '403: 3 + 0',
        'named-verbs': '403: 3 + 0',
      },
    },
  },
  'union-by-mode': {
    kind: 'holds',
    sentence:
      'With `impersonate-on:serviceaccount:get` apart from `impersonate-on:associated-node:update`, as released, 0 of 3 secrets open as the node, where one shared verb opens 3. What was meant, a secret as the ingress controller, still passes.',
    cases: {
      first: {
        proposal: '200: 2 + 1',
        constrained: '403: 3 + 0',
        'named-verbs': '403: 3 + 0',
      },
      second: {
        proposal: '200: 2 + 1',
        constrained: '403: 3 + 0',
        'named-verbs': '403: 3 + 0',
      },
      third: {
        proposal: '200: 2 + 1',
        constrained: '403: 3 + 0',
        'named-verbs': '403: 3 + 0',
      },
      intended: {
        proposal: '200: 2 + 1',
        constrained: '200: 2 + 1',
        'named-verbs': '200: 2 + 1',
      },
    },
  },
  'union-within-a-mode': {
    kind: 'holds',
    sentence:
      'Granted are 2 combinations: pods as `my-pod-controller`, secrets as `my-ingress-controller`. As released 4 of the 4 possible ones pass, so secrets can be read as the controller that was to read pods.',
    cases: {
      podsAsPods: {
        proposal: '200: 2 + 1',
        constrained: '200: 2 + 1',
        'named-verbs': '200: 2 + 1',
      },
      secretsAsPods: {
        proposal: '200: 2 + 1',
        constrained: '200: 2 + 1',
        'named-verbs': '403: 2 + 0',
      },
      podsAsIngress: {
        proposal: '200: 2 + 1',
        constrained: '200: 2 + 1',
        'named-verbs': '403: 2 + 0',
      },
      secretsAsIngress: {
        proposal: '200: 2 + 1',
        constrained: '200: 2 + 1',
        'named-verbs': '200: 2 + 1',
      },
    },
  },
  'union-named-verbs': {
    kind: 'holds',
    sentence:
      'In `named-verbs` 2 of 4 combinations pass, the ones that are granted; as released 4. The price is a rule for each target: a name in a verb has no wildcard.',
    cases: {
      podsAsPods: {
        proposal: '200: 2 + 1',
        constrained: '200: 2 + 1',
        'named-verbs': '200: 2 + 1',
      },
      secretsAsPods: {
        proposal: '200: 2 + 1',
        constrained: '200: 2 + 1',
        'named-verbs': '403: 2 + 0',
      },
      podsAsIngress: {
        proposal: '200: 2 + 1',
        constrained: '200: 2 + 1',
        'named-verbs': '403: 2 + 0',
      },
      secretsAsIngress: {
        proposal: '200: 2 + 1',
        constrained: '200: 2 + 1',
        'named-verbs': '200: 2 + 1',
      },
    },
  },
  'union-like-a-rule': {
    kind: 'only-if',
    condition: 'both verbs and both resources stand in one rule',
    sentence:
      'Two verbs and two resources in one rule grant 4 of 4 combinations; in two rules they grant 2. Two grants of impersonation grant 4, though they stand in different rules, and in roles and bindings of their own.',
    cases: {
      podsAsPods: {
        proposal: '200: 2 + 1',
        constrained: '200: 2 + 1',
        'named-verbs': '200: 2 + 1',
      },
      secretsAsPods: {
        proposal: '200: 2 + 1',
        constrained: '200: 2 + 1',
        'named-verbs': '403: 2 + 0',
      },
      podsAsIngress: {
        proposal: '200: 2 + 1',
        constrained: '200: 2 + 1',
        'named-verbs': '403: 2 + 0',
      },
      secretsAsIngress: {
        proposal: '200: 2 + 1',
        constrained: '200: 2 + 1',
        'named-verbs': '200: 2 + 1',
      },
      getPods1: {
        constrained: '200: 0 + 1',
      },
      deletePods1: {
        constrained: '200: 0 + 1',
      },
      getSecrets1: {
        constrained: '200: 0 + 1',
      },
      deleteSecrets1: {
        constrained: '200: 0 + 1',
      },
      getPods2: {
        constrained: '200: 0 + 1',
      },
      deletePods2: {
        constrained: '403: 0 + 1',
      },
      getSecrets2: {
        constrained: '403: 0 + 1',
      },
      deleteSecrets2: {
        constrained: '200: 0 + 1',
      },
    },
  },
  'user-header-alone': {
    kind: 'holds',
    sentence:
      'Every constrained verb is granted. As released, with a group, a UID or an extra beside the name, 0, 0, 0, 0 constrained checks are made; what is left is legacy, which answers 403, 403, 403, 403.',
    cases: {
      accountGroup: {
        constrained: '403: 1 + 0',
      },
      accountUid: {
        constrained: '403: 1 + 0',
      },
      nodeGroup: {
        constrained: '403: 1 + 0',
      },
      nodeExtra: {
        constrained: '403: 1 + 0',
      },
    },
  },
  'custom-groups': {
    kind: 'only-if',
    condition: '`impersonate` is not granted for them',
    sentence:
      'Without it the answer is 403. With it, the account is in `devs` and `system:authenticated` and the node in `devs` and `system:authenticated`, and no constraint is recorded.',
    cases: {
      without: {
        constrained: '403: 1 + 0',
      },
      legacy: {
        constrained: '200: 2 + 1',
      },
      node: {
        constrained: '200: 2 + 1',
      },
    },
  },
  'account-groups': {
    kind: 'holds',
    sentence:
      'In all 4 designs the account ends in `system:serviceaccounts`, `system:serviceaccounts:dev` and `system:authenticated`, and 0 checks are about groups.',
    cases: {
      account: {
        constrained: '200: 2 + 1',
        proposal: '200: 2 + 1',
        legacy: '200: 1 + 1',
        compound: '200: 1 + 1',
      },
    },
  },
  'node-group': {
    kind: 'only-if',
    condition: 'a constrained mode lets the requestor be the node',
    sentence:
      'Through `associated-node` the groups are `system:nodes` and `system:authenticated`, the Node authorizer knows the node, and the answer is 200. Through legacy they are `system:authenticated`, and the answer is 403.',
    cases: {
      constrained: {
        constrained: '200: 2 + 1',
      },
      legacy: {
        constrained: '403: 3 + 1',
        legacy: '403: 1 + 1',
      },
    },
  },
  'service-account-required': {
    kind: 'only-if',
    condition: 'the server is the released one, or the text is read with the thread',
    sentence:
      'As released the user gets 403 and the service account 200. The text as merged asks only for the extra, and gives the user 200; read with the thread it is 403.',
    cases: {
      user: {
        constrained: '403: 2 + 0',
        'named-verbs': '403: 2 + 0',
        proposal: '200: 2 + 1',
      },
      userRead: {
        proposal: '403: 2 + 0',
      },
      account: {
        constrained: '200: 2 + 1',
        'named-verbs': '200: 2 + 1',
        proposal: '200: 2 + 1',
      },
    },
  },
  'node-name-from-outside': {
    kind: 'holds',
    sentence:
      '`Impersonate-Extra-` speaks of the target, and never of who asks. The agent of node-1 gets 200 as node-1 and 403 and 403 as node-2, as released and in `proposal`. Whoever authenticates as `system:masters` gets 200 for its pods, without impersonating anybody.',
    cases: {
      own: {
        constrained: '200: 2 + 1',
        proposal: '200: 2 + 1',
      },
      other: {
        constrained: '403: 1 + 0',
        proposal: '403: 1 + 0',
      },
      masters: {
        constrained: '200: 0 + 1',
      },
    },
  },
  'identity-lost': {
    kind: 'holds',
    sentence:
      'Behind the filter both are the same user: `system:node:node-1` and `system:node:node-1`, with the same groups and extras. The audit event keeps both names: `user` is `system:serviceaccount:kube-system:node-agent`, and the constraint is `impersonate:associated-node`. In `node-scoped` admission sees `system:serviceaccount:kube-system:node-agent`.',
    cases: {
      kubelet: {
        constrained: '200: 0 + 1',
      },
      agent: {
        constrained: '200: 2 + 1',
      },
      scoped: {
        'node-scoped': '200: 0 + 2',
      },
    },
  },
  'node-scoped-no-code': {
    kind: 'holds',
    sentence:
      'The request without any header gets 200 in `node-scoped` and 403 as released, where the header has to be set: 200. A member answers that a kubeconfig can set it, which is configuration.',
    cases: {
      scoped: {
        'node-scoped': '200: 0 + 2',
        constrained: '403: 0 + 1',
      },
      headers: {
        constrained: '200: 2 + 1',
      },
    },
  },
  'client-review-identity': {
    kind: 'holds',
    sentence:
      'In `client-review` admission and the audit event see `system:serviceaccount:ops:deputy` alone, and jane stands nowhere but in the review. As released admission sees `jane`, and the audit event both.',
    cases: {
      asks: {
        'client-review': '200: 2 + 1',
        constrained: '200: 2 + 1',
      },
    },
  },
  'client-review-permission': {
    kind: 'holds',
    sentence:
      'Without the permission it gets 403 in `client-review` and 200 as released; with it 200. And with it the controller gets 200 without any review: 1 check, which is its own.',
    cases: {
      without: {
        'client-review': '403: 2 + 1',
        constrained: '200: 2 + 1',
      },
      with: {
        'client-review': '200: 2 + 1',
      },
      ignoring: {
        'client-review': '200: 0 + 1',
      },
    },
  },
  'action-not-held': {
    kind: 'holds',
    sentence:
      'As itself the deputy gets 403, as jane 200. The target needs it: where jane may not list pods the answer is 403.',
    cases: {
      itself: {
        constrained: '403: 0 + 1',
      },
      asJane: {
        constrained: '200: 2 + 1',
      },
      notJane: {
        constrained: '403: 2 + 1',
      },
    },
  },
  'webhook-verbs': {
    kind: 'only-if',
    condition: 'somebody is to be constrained by it',
    sentence:
      'The verbs come as strings: `impersonate-on:user-info:list`, `impersonate:user-info` and `list`. A webhook that knows them constrains: 200, with `impersonate:user-info` in the audit event. One that was never changed has no opinion on them, and goes on allowing by `impersonate`: 200, without a constraint, after 2 checks.',
    cases: {
      old: {
        constrained: '200: 2 + 1',
      },
      'new': {
        constrained: '200: 2 + 1',
      },
      none: {
        constrained: '403: 2 + 0',
      },
    },
  },
  'webhook-any-design': {
    kind: 'holds',
    sentence:
      '16 of 16 designs answer 200 by a webhook alone: each asks it for what it needs, in 2 to 3 reviews. Conditions and access rules are another matter: only an authorizer that has them can answer with them.',
    cases: {
      all: {
        constrained: '200: 2 + 1',
        proposal: '200: 2 + 1',
        legacy: '200: 1 + 1',
        'user-info-only': '200: 2 + 1',
        'client-review': '200: 2 + 1',
        'group-suffix': '200: 2 + 1',
        intersection: '200: 2 + 1',
        'access-rule': '200: 1 + 1',
        conditional: '200: 1 + 1',
        compiled: '200: 1 + 1',
        compound: '200: 1 + 1',
        unified: '200: 1 + 1',
        'named-verbs': '200: 2 + 1',
        boundary: '200: 1 + 1',
        'node-scoped': '200: 1 + 1',
        'fine-grained': '200: 2 + 1',
      },
    },
  },
  'webhook-denies': {
    kind: 'holds',
    sentence:
      'The first check is answered Deny, legacy is asked all the same, and the answer is 200. A webhook that wants to stop the deputy must deny `impersonate` as well: then it is 403.',
    cases: {
      denied: {
        constrained: '200: 2 + 1',
      },
      noFallback: {
        constrained: '403: 2 + 0',
      },
    },
  },
  'webhook-downgrade': {
    kind: 'holds',
    sentence: 'Off, 0 of 2 reviews have such a verb, in `constrained` and in `proposal`; on, 2 of 3.',
    cases: {
      off: {
        constrained: '200: 1 + 1',
        proposal: '200: 1 + 1',
      },
      on: {
        constrained: '200: 2 + 1',
      },
    },
  },
  'any-account-of-a-namespace': {
    kind: 'holds',
    sentence:
      'A RoleBinding in dev gives every account there, and none elsewhere: 200, 200, 403. In `user-info-only` the check on `users` has no namespace, so only the account that stands in a rule by its full name passes: 200, 403, 403.',
    cases: {
      named: {
        proposal: '200: 2 + 1',
        'user-info-only': '200: 2 + 1',
      },
      other: {
        proposal: '200: 2 + 1',
        'user-info-only': '403: 2 + 0',
      },
      elsewhere: {
        proposal: '403: 2 + 0',
        'user-info-only': '403: 2 + 0',
      },
    },
  },
  'group-suffix-same': {
    kind: 'only-if',
    condition: 'nobody holds verbs in all API groups',
    sentence:
      'Granted each in its own words, both answer 200. But a role with `list` in the groups `*`, as many have it, holds `list` in `core.impersonation.k8s.io` too: 200 in `group-suffix`, 403 in `proposal`, whose verbs no such role names.',
    cases: {
      said: {
        'group-suffix': '200: 2 + 1',
        proposal: '200: 2 + 1',
      },
      reads: {
        'group-suffix': '200: 2 + 1',
        proposal: '403: 3 + 0',
      },
    },
  },
  'core-group-special': {
    kind: 'holds',
    sentence:
      '`apps` becomes `apps.impersonation.k8s.io`: 200. The core group has no name to put the suffix to; read with a stand-in the same rules give 200, and without one 403. A path has no group: `group-suffix` asks 0 checks about it, `proposal` asks `impersonate-on:get /metrics`.',
    cases: {
      core: {
        'group-suffix': '200: 2 + 1',
      },
      bare: {
        'group-suffix': '403: 3 + 0',
      },
      apps: {
        'group-suffix': '200: 2 + 1',
      },
      path: {
        'group-suffix': '403: 2 + 0',
        proposal: '403: 3 + 0',
      },
    },
  },
  'intersection-own-permission': {
    kind: 'holds',
    sentence:
      'Without it the answer is 403, with it 200; and then the deputy also lists pods as nobody but itself: 200.',
    cases: {
      without: {
        intersection: '403: 2 + 0',
      },
      with: {
        intersection: '200: 2 + 1',
      },
      itself: {
        intersection: '200: 0 + 1',
      },
    },
  },
  'intersection-impersonate': {
    kind: 'only-if',
    condition: 'the server knows that design',
    sentence:
      '`intersection` answers 200 to list and 403 to delete. It needs `impersonate` on jane, and to a server that knows only that verb it is all of jane: delete gets 200 as released. Read without that check the rules are harmless elsewhere: 200 here, 403 there.',
    cases: {
      list: {
        intersection: '200: 2 + 1',
        constrained: '200: 2 + 1',
      },
      delete: {
        intersection: '403: 2 + 0',
        constrained: '200: 2 + 1',
        legacy: '200: 1 + 1',
      },
      anybody: {
        intersection: '200: 1 + 1',
        constrained: '403: 2 + 0',
      },
    },
  },
  'boundary-bounds': {
    kind: 'holds',
    sentence:
      'Within the boundary 200, beyond it 403, though jane herself gets 200. A request that does not name the boundary gets 403.',
    cases: {
      inside: {
        boundary: '200: 3 + 1',
      },
      outside: {
        boundary: '403: 2 + 0',
      },
      without: {
        boundary: '403: 1 + 0',
      },
      itself: {
        boundary: '200: 0 + 1',
      },
    },
  },
  'one-review-not-two': {
    kind: 'holds',
    sentence:
      '1 review in `conditional`, 2 as released. What comes back is the comment’s condition, in the names of this page: `impersonatedRequest.resource == "pods" && impersonatedRequest.verb in ["get", "list"]`. The API server finds it true for list: 200, and false for delete: 403.',
    cases: {
      list: {
        conditional: '200: 1 + 1',
        constrained: '200: 2 + 1',
      },
      delete: {
        conditional: '403: 1 + 0',
      },
    },
  },
  'same-frontend-one-review': {
    kind: 'holds',
    sentence:
      'The rules stay as they are, with `impersonate:user-info` and `impersonate-on:user-info:list`; RBAC makes one condition of them. `compiled` and `constrained` give the same answer to 5 of 5 requests, after at most 1 check against 4.',
    cases: {
      list: {
        compiled: '200: 1 + 1',
        constrained: '200: 2 + 1',
      },
      delete: {
        compiled: '403: 1 + 0',
        constrained: '403: 2 + 0',
      },
      bob: {
        compiled: '403: 1 + 0',
        constrained: '403: 3 + 0',
      },
      group: {
        compiled: '403: 1 + 0',
        constrained: '403: 4 + 0',
      },
      account: {
        compiled: '403: 1 + 0',
        constrained: '403: 2 + 0',
      },
    },
  },
  'user-and-group-together': {
    kind: 'holds',
    sentence:
      'Wanted are jane with devs, and bob alone. Said by names, 4 of 4 requests pass: jane alone and bob with devs among them. Said by conditions, 2 pass, the wanted ones.',
    cases: {
      janeWithDevs: {
        legacy: '200: 2 + 1',
      },
      bob: {
        legacy: '200: 1 + 1',
      },
      jane: {
        legacy: '200: 1 + 1',
      },
      bobWithDevs: {
        legacy: '200: 2 + 1',
      },
      janeWithDevsConditional: {
        conditional: '200: 2 + 1',
      },
      bobConditional: {
        conditional: '200: 1 + 1',
      },
      janeConditional: {
        conditional: '403: 1 + 0',
      },
      bobWithDevsConditional: {
        conditional: '403: 1 + 0',
      },
    },
  },
  'prefix-matching': {
    kind: 'holds',
    sentence:
      'In RBAC `proxy:*` is a name like any other: 403. Without names everything passes, `system:masters` too: 200 and 200. With `startsWith` it is 200 and 403.',
    cases: {
      own: {
        conditional: '200: 2 + 1',
      },
      masters: {
        conditional: '403: 2 + 0',
      },
      star: {
        legacy: '403: 1 + 0',
      },
      open: {
        legacy: '200: 2 + 1',
      },
      openMasters: {
        legacy: '200: 2 + 1',
      },
    },
  },
  'requestor-and-target': {
    kind: 'only-if',
    condition: 'the rule’s `system:nodes` counts although no header asks for it',
    sentence:
      'The comment’s rule gives 200 as node-1 and 403 as node-2, in 1 check and without a verb for scheduled nodes. Where only groups that headers ask for count it gives 403: it asks for `system:nodes`, which the API server adds.',
    cases: {
      own: {
        conditional: '200: 1 + 1',
      },
      other: {
        conditional: '403: 1 + 0',
      },
      asAsked: {
        conditional: '403: 1 + 0',
      },
    },
  },
  'alice-rule': {
    kind: 'only-if',
    condition: 'something binds the rule to Alice',
    sentence:
      'As printed it answers nothing to today’s checks, whose API group is another: 403. With that mended alice may be bob: 200, and so may anybody: 200 for mallory. With alice in the filter it is 200 and 403.',
    cases: {
      printed: {
        conditional: '403: 1 + 0',
      },
      alice: {
        conditional: '200: 1 + 1',
      },
      mallory: {
        conditional: '200: 1 + 1',
      },
      boundAlice: {
        conditional: '200: 1 + 1',
      },
      boundMallory: {
        conditional: '403: 1 + 0',
      },
    },
  },
  'who-evaluates': {
    kind: 'only-if',
    condition: 'the API server knows conditions',
    sentence:
      'In `unified` and `conditional` the answers are 200 and 200 where the condition holds, 403 and 403 where it does not. To a server that evaluates none, the same answer is no permission: 403. What the check itself settles comes back as a plain Allow, with 0 conditions, to any server: 200.',
    cases: {
      aware: {
        unified: '200: 1 + 1',
        conditional: '200: 1 + 1',
        legacy: '403: 1 + 0',
      },
      broken: {
        unified: '403: 1 + 0',
        conditional: '403: 1 + 0',
      },
      atOnce: {
        conditional: '200: 1 + 1',
        legacy: '200: 1 + 1',
      },
    },
  },
  'masters-refused': {
    kind: 'only-if',
    condition: 'more than `system:masters` is to be kept out',
    sentence:
      'The deputy may be anybody in any group. As released the constrained way refuses `system:masters` without asking anybody: 403; in `proposal` it is 200. Every other group passes, whatever its prefix: 200 and 200.',
    cases: {
      devs: {
        constrained: '200: 3 + 1',
        proposal: '200: 3 + 1',
      },
      masters: {
        constrained: '403: 3 + 0',
        proposal: '200: 3 + 1',
      },
    },
  },
  'only-to-delete': {
    kind: 'holds',
    sentence:
      'Relying on the rule, delete gets 200 and get 403, in 2 checks: may the deputy rely on the rule, and do its entries allow the request. A rule that it was not given gets 403, and none at all 403.',
    cases: {
      delete: {
        'access-rule': '200: 2 + 1',
      },
      get: {
        'access-rule': '403: 2 + 0',
      },
      other: {
        'access-rule': '403: 1 + 0',
      },
      none: {
        'access-rule': '403: 1 + 0',
      },
    },
  },
  'access-rule-without-rbac': {
    kind: 'holds',
    sentence:
      'Yes: a webhook that allows `impersonate` on the rule’s name stands in for RBAC, 200. It cannot stand in for the entries: without an authorizer that knows them it is 403.',
    cases: {
      webhook: {
        'access-rule': '200: 2 + 1',
      },
      noRules: {
        'access-rule': '403: 2 + 0',
      },
    },
  },
  'n-or-exactly-one': {
    kind: 'holds',
    sentence: 'For eight parts `unified` asks 1, `compound` 8, one for each part. As released it is 6.',
    cases: {
      eight: {
        unified: '200: 1 + 1',
        compound: '200: 8 + 1',
        constrained: '200: 6 + 1',
      },
    },
  },
  'forgotten-groups': {
    kind: 'only-if',
    condition: 'each rule names the part of the target that it grants',
    sentence:
      'Granted is jane, to list. Of 4 requests that ask for more, with a group, with `system:masters`, with a UID, with an extra, `unified` lets 4 pass, and `compound` 0 where the rule is about `users`. A rule that speaks only of the username holds for every part in `compound`, too: 4. With the three negations that authors have to remember, `unified` lets 0 pass.',
    cases: {
      group: {
        unified: '200: 1 + 1',
        compound: '200: 2 + 1',
      },
      masters: {
        unified: '200: 1 + 1',
        compound: '200: 2 + 1',
      },
      uid: {
        unified: '200: 1 + 1',
        compound: '200: 2 + 1',
      },
      extra: {
        unified: '200: 1 + 1',
        compound: '200: 2 + 1',
      },
      groupByPart: {
        compound: '403: 2 + 0',
      },
      mastersByPart: {
        compound: '403: 2 + 0',
      },
      uidByPart: {
        compound: '403: 2 + 0',
      },
      extraByPart: {
        compound: '403: 2 + 0',
      },
      groupCareful: {
        unified: '403: 1 + 0',
      },
      mastersCareful: {
        unified: '403: 1 + 0',
      },
      uidCareful: {
        unified: '403: 1 + 0',
      },
      extraCareful: {
        unified: '403: 1 + 0',
      },
    },
  },
  superset: {
    kind: 'holds',
    sentence:
      '6 of 6 requests get the same answer; 2 are allowed by both. `compound` asks up to 2 checks for it, `unified` 1.',
    cases: {
      alone: {
        unified: '200: 1 + 1',
        compound: '200: 1 + 1',
      },
      devs: {
        unified: '200: 1 + 1',
        compound: '200: 2 + 1',
      },
      admins: {
        unified: '403: 1 + 0',
        compound: '403: 1 + 0',
      },
      uid: {
        unified: '403: 1 + 0',
        compound: '403: 1 + 0',
      },
      extra: {
        unified: '403: 1 + 0',
        compound: '403: 1 + 0',
      },
      bob: {
        unified: '403: 1 + 0',
        compound: '403: 1 + 0',
      },
    },
  },
  'group-only-with-user': {
    kind: 'only-if',
    condition: 'answers carry no conditions',
    sentence:
      'jane, bob and devs are granted, devs only with jane. `legacy`, `constrained` and `compound` answer 200, 200, 200 to jane with devs, 200, 200, 200 to bob, and 200, 200, 403 to bob with devs: constraining the action does not tie the parts of a target together.',
    cases: {
      together: {
        legacy: '200: 2 + 1',
        constrained: '200: 3 + 1',
        compound: '200: 2 + 1',
      },
      other: {
        legacy: '200: 2 + 1',
        constrained: '200: 3 + 1',
        compound: '403: 2 + 0',
      },
      bob: {
        legacy: '200: 1 + 1',
        constrained: '200: 2 + 1',
        compound: '200: 1 + 1',
      },
    },
  },
  'user-only-to-get-pods': {
    kind: 'only-if',
    condition: 'the server knows only the verb `impersonate`',
    sentence: 'By `impersonate` jane’s get and delete pass alike: 200, 200. As released two rules say it: 200, 403.',
    cases: {
      legacyGet: {
        legacy: '200: 1 + 1',
      },
      legacyDelete: {
        legacy: '200: 1 + 1',
      },
      get: {
        constrained: '200: 2 + 1',
      },
      delete: {
        constrained: '403: 2 + 0',
      },
    },
  },
  'nodes-like-accounts': {
    kind: 'holds',
    sentence:
      '`compound` asks 1 check, on `constrainedimpersonate nodes.authentication.k8s.io`, and adds the group: `system:nodes` and `system:authenticated`. `legacy` asks 2: `impersonate users` and `impersonate groups`.',
    cases: {
      compound: {
        compound: '200: 1 + 1',
      },
      legacy: {
        legacy: '200: 2 + 1',
      },
    },
  },
  'flows-as-is': {
    kind: 'only-if',
    condition: 'whoever impersonates does not hold `*`',
    sentence:
      'With the rule `impersonate` nothing changes: 200, 200. Whoever holds `*` holds the new verbs, too, and lands in a constrained mode first. As a node it was in `system:authenticated` with the feature off, and is in `system:nodes` and `system:authenticated` with it on; listing the node’s pods changes from 403 to 200.',
    cases: {
      legacyOff: {
        constrained: '200: 1 + 1',
      },
      legacyOn: {
        constrained: '200: 2 + 1',
      },
      starOff: {
        constrained: '403: 1 + 1',
      },
      starOn: {
        constrained: '200: 2 + 1',
      },
    },
  },
  'audit-unchanged': {
    kind: 'only-if',
    condition: 'whoever impersonates does not hold `*`',
    sentence:
      'With the rule `impersonate` there is no constraint. With `*` there is none with the feature off, and `impersonate:user-info` with it on, though no rule was changed.',
    cases: {
      legacy: {
        constrained: '200: 2 + 1',
      },
      starOff: {
        constrained: '200: 1 + 1',
      },
      starOn: {
        constrained: '200: 2 + 1',
      },
    },
  },
  'unconstrained-stays': {
    kind: 'holds',
    sentence:
      'The rule `impersonate` on jane is enough in 5 of 5 versions from 1.33 to 1.37, 2 of which have the feature on.',
    cases: {
      v1: {
        constrained: '200: 1 + 1',
      },
      v2: {
        constrained: '200: 1 + 1',
      },
      v3: {
        constrained: '200: 1 + 1',
      },
      v4: {
        constrained: '200: 2 + 1',
      },
      v5: {
        constrained: '200: 2 + 1',
      },
    },
  },
  'old-server-new-rules': {
    kind: 'holds',
    sentence:
      'Before the feature 403 and 403, in `constrained` and in `proposal`: the new verbs are strings that nobody asks for. With it 200 and 200.',
    cases: {
      old: {
        constrained: '403: 1 + 0',
        proposal: '403: 1 + 0',
      },
      'new': {
        constrained: '200: 2 + 1',
        proposal: '200: 2 + 1',
      },
    },
  },
  'any-subject-any-action': {
    kind: 'only-if',
    condition: 'one verb with a wildcard in it is meant',
    sentence:
      '`impersonate-on:user-info:*` and `impersonate:*` match nothing: 403, 403. Any user is said by a rule without names: 200. Any action is said by `*`, which is every other verb as well: 200 as jane, and 200 for the deputy itself.',
    cases: {
      partOfVerb: {
        constrained: '403: 2 + 0',
      },
      anyKind: {
        constrained: '403: 3 + 0',
      },
      star: {
        constrained: '200: 2 + 1',
      },
      starItself: {
        constrained: '200: 0 + 1',
      },
      anyUser: {
        constrained: '200: 2 + 1',
      },
    },
  },
  'prefix-already-used': {
    kind: 'holds',
    sentence:
      'The action alone gives 403 as released and 403 in `proposal`, and so does the identity alone: 403, 403. It takes both.',
    cases: {
      actionOnly: {
        constrained: '403: 3 + 0',
        proposal: '403: 2 + 0',
      },
      identityOnly: {
        constrained: '403: 2 + 0',
        proposal: '403: 3 + 0',
      },
    },
  },
  'monitor-audit': {
    kind: 'only-if',
    condition: 'the server remembers no legacy success of the same requestor',
    sentence:
      'The same request, the same rules: `impersonate:user-info` at first, and no constraint after a legacy success, since the mode that worked last is tried first. The log then shows legacy where the new rules would do.',
    cases: {
      fresh: {
        constrained: '200: 2 + 1',
      },
      after: {
        constrained: '200: 1 + 1',
      },
    },
  },
  'strictly-additive': {
    kind: 'only-if',
    condition: 'every way to a target gives it the same groups, or nothing is remembered',
    sentence:
      'In `user-info-only`, read so that accounts get only the groups asked for, the constrained rules turn 200 into 403; with their groups it is 200. As released a rule `impersonate` more turns 200 into 403 where an earlier request went by legacy: legacy is then tried first, and gives the node no `system:nodes`. On a fresh server it is 200.',
    cases: {
      before: {
        'user-info-only': '200: 2 + 1',
      },
      after: {
        'user-info-only': '403: 2 + 1',
      },
      afterReleased: {
        'user-info-only': '200: 2 + 1',
      },
      nodeFresh: {
        constrained: '200: 2 + 1',
      },
      nodeBefore: {
        constrained: '200: 2 + 1',
      },
      nodeAfter: {
        constrained: '403: 1 + 1',
      },
    },
  },
  'new-group-old-verb': {
    kind: 'does-not-hold',
    sentence:
      'Read as written, no design asks that: 0 of 8 checks. As released they are `impersonate-on:user-info:list pods`, `impersonate:user-info users.authentication.k8s.io` and `impersonate users`, so the old verb in the new group is granted in vain, 403, and so is the new verb in the old group, 403. Only the new verb is asked in the new group.',
    cases: {
      oldVerbNewGroup: {
        constrained: '403: 3 + 0',
        proposal: '403: 2 + 0',
      },
      newVerbOldGroup: {
        constrained: '403: 3 + 0',
      },
    },
  },
  'app-sa-anywhere': {
    kind: 'only-if',
    condition: 'the identity is bound by a RoleBinding in `production`',
    sentence:
      'The page binds the identity by a ClusterRoleBinding, and that is `app-sa` of every namespace: 200 for production, 200 for staging. Bound by a RoleBinding in production it is 200 and 403.',
    cases: {
      production: {
        constrained: '200: 2 + 1',
      },
      staging: {
        constrained: '200: 2 + 1',
      },
      mendedProduction: {
        constrained: '200: 2 + 1',
      },
      mendedStaging: {
        constrained: '403: 3 + 0',
      },
    },
  },
  logarithmic: {
    kind: 'only-if',
    condition: 'a general permission covers the fields',
    sentence:
      'For 1, 10, 40 labels: 1, 1, 1 checks with `granular:metadata`, and 3, 12, 42 with a verb for each, one for every field and the general ones first.',
    cases: {
      general1: {
        'fine-grained': '200: 0 + 3',
      },
      general10: {
        'fine-grained': '200: 0 + 3',
      },
      general40: {
        'fine-grained': '200: 0 + 3',
      },
      single1: {
        'fine-grained': '200: 0 + 5',
      },
      single10: {
        'fine-grained': '200: 0 + 14',
      },
      single40: {
        'fine-grained': '200: 0 + 44',
      },
    },
  },
  'hostile-request': {
    kind: 'only-if',
    condition: 'the requestor holds few verbs of fields',
    sentence:
      'Forty labels of others cost 3 checks: the first that fails ends it. Whoever holds 39 of the verbs makes the server ask 42 before the last fails. Without `granular` it is 0. The answers are 403, 403, 403.',
    cases: {
      none: {
        'fine-grained': '403: 0 + 5',
      },
      allButOne: {
        'fine-grained': '403: 0 + 44',
      },
      stranger: {
        'fine-grained': '403: 0 + 2',
      },
    },
  },
  'three-to-four-times': {
    kind: 'only-if',
    condition: 'a general permission covers the fields',
    sentence:
      'With `patch` the request costs 1 check. Ten labels under a general permission cost 3; one label under a verb of its own 5, ten labels 14.',
    cases: {
      plain: {
        'fine-grained': '200: 0 + 1',
      },
      generally: {
        'fine-grained': '200: 0 + 3',
      },
      one: {
        'fine-grained': '200: 0 + 5',
      },
      ten: {
        'fine-grained': '200: 0 + 14',
      },
    },
  },
  'case-three': {
    kind: 'holds',
    sentence:
      'Whoever may patch namespaces sets `pod-security.kubernetes.io/enforce`: 200, and no schema of an existing type can exclude it. Nor does a verb tell it from its neighbours: the one that covers `warn`, 200, covers `enforce`, 200.',
    cases: {
      ordinary: {
        'fine-grained': '200: 0 + 1',
      },
      warn: {
        'fine-grained': '200: 0 + 5',
      },
      enforce: {
        'fine-grained': '200: 0 + 5',
      },
    },
  },
  'downgrade-exclusive': {
    kind: 'holds',
    sentence:
      'With `patch` alone the excluded value gets 403 with the feature and 200 without it. With fine-grained verbs alone it is 200 and 403: what was narrower becomes nothing, and what was kept back is open.',
    cases: {
      on: {
        'fine-grained': '403: 0 + 3',
      },
      off: {
        'fine-grained': '200: 0 + 1',
      },
      granularOn: {
        'fine-grained': '200: 0 + 4',
      },
      granularOff: {
        'fine-grained': '403: 0 + 1',
      },
    },
  },
  'upgrade-no-effect': {
    kind: 'holds',
    sentence:
      'The answers stay: 200 and 200 for who holds `patch`, 403 and 403 for who does not, in the same words. A refused change costs 2 checks where it cost 1: `granular` is asked too.',
    cases: {
      heldOff: {
        'fine-grained': '200: 0 + 1',
      },
      heldOn: {
        'fine-grained': '200: 0 + 1',
      },
      lackedOff: {
        'fine-grained': '403: 0 + 1',
      },
      lackedOn: {
        'fine-grained': '403: 0 + 2',
      },
    },
  },
}
