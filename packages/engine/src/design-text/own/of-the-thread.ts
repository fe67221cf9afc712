/** Designs that reviewers of KEP-5284 asked for in words, as texts to begin with. docs/design-language.md has the same texts. */
export const THREAD_DESIGNS: readonly string[] = [
  `design: reads-as
title: One verb, for reading
steps:
  R1:
    {
      is: 'impersonatedRequest.verb in ["get", "list", "watch"]',
      label: "Does it only read?",
      cannot: act-as counts for reading alone,
    }
  V:
    {
      stage: identity,
      ask: { verb: act-as, about: [target, groups, uid, extras], apiGroup: authentication.k8s.io, apiVersion: v1 },
    }
decide: { all: [R1, V] }
become: { groups: nodes, constraint: identity-verb, audit: authenticationMetadata }
`,
  `design: action-last
title: Action last
from: constrained
decide:
  choose: B
  first:
    - { for: own-node, with: name-only, all: [I1, A1] }
    - { for: node, with: name-only, all: [I2, A2] }
    - { for: serviceaccount, with: name-only, all: [I3, A3] }
    - { for: user, all: [I4, A4] }
    - { for: anyone, all: [L] }
`,
  `design: legacy-first
title: Legacy first
from: constrained
decide:
  first:
    - L
    - choose: B
      first:
        - { for: own-node, with: name-only, all: [A1, I1] }
        - { for: node, with: name-only, all: [A2, I2] }
        - { for: serviceaccount, with: name-only, all: [A3, I3] }
        - { for: user, all: [A4, I4] }
`,
  `design: no-fallback
title: Fallback nowhere
from: constrained
decide:
  choose: B
  first:
    - { for: own-node, with: name-only, all: [A1, I1] }
    - { for: node, with: name-only, all: [A2, I2] }
    - { for: serviceaccount, with: name-only, all: [A3, I3] }
    - { for: user, all: [A4, I4] }
`,
  `design: no-implied-groups
title: Without implied groups
from: constrained
become: { groups: asked, constraint: identity-verb, audit: authenticationMetadata }
`,
  `design: mode-in-group
title: The mode in the API group
from: constrained
steps:
  A4: { ask: { verb: "impersonate-on:<verb>", about: request } }
  I4:
    ask:
      { verb: impersonate, about: [user, uid, groups, extras], apiGroup: <mode>.impersonation.k8s.io, apiVersion: v1 }
decide:
  choose: B
  first:
    - { for: user, all: [A4, I4] }
    - { for: anyone, all: [L] }
readings:
  - id: order
    text: Which of the two is asked first?
    options:
      - { id: action, reading: The action. }
      - id: identity
        reading: The identity.
        change: { decide: { choose: B, first: [{ for: user, all: [I4, A4] }, { for: anyone, all: [L] }] } }
`,
]
