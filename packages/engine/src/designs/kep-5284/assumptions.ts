import type { Assumption } from '../design.ts'

// The points that KEP-5284 leaves open for its own workflow, and so for each variant of it.

export const IDENTITY_GROUP: Assumption = {
  id: 'identity-group',
  text: 'The merged text says authentication.k8s.io; the text under review the day before said authentications.k8s.io, too.',
  options: [
    {
      id: 'authentication',
      reading: 'Identity checks ask in authentication.k8s.io, as the merged text has it, and the released server.',
      inShort: 'authentication.k8s.io',
    },
    {
      id: 'authentications',
      reading:
        'Identity checks ask in authentications.k8s.io, as the reviews did in the text under review (f450cf6); its Story 1 then grants nothing.',
      inShort: 'authentications.k8s.io',
    },
  ],
}

export const NODE_VERB: Assumption = {
  id: 'node-verb',
  text: 'One review says impersonate:nodes; the prose and the chart say impersonate:node.',
  options: [
    { id: 'node', reading: 'The verb is impersonate:node.', inShort: 'impersonate:node' },
    { id: 'nodes', reading: 'The verb is impersonate:nodes.', inShort: 'impersonate:nodes' },
  ],
}

export const SAME_NODE: Assumption = {
  id: 'same-node',
  text: 'The text requires the extra that names the node; the review thread also requires a service account.',
  options: [
    { id: 'extra', reading: 'Any requestor with the extra is on the node.', inShort: 'any requestor with the extra' },
    {
      id: 'service-account',
      reading: 'Only a service account that has the extra is on the node, as in the released API server.',
      inShort: 'service accounts only',
    },
  ],
}

export const OTHER_HEADERS: Assumption = {
  id: 'other-headers',
  text: 'user-info must not be used for nodes and service accounts; the text says nothing about other headers in addition.',
  options: [
    {
      id: 'refused',
      reading: 'With a group, uid or extra header the node and service account checks fail without a review.',
    },
    {
      id: 'checked',
      reading: 'Each other header is asked for with impersonate:user-info, as its section of the text has it.',
    },
  ],
}

export const USER_INFO_ORDER: Assumption = {
  id: 'user-info-order',
  text: 'The text gives no order for the checks of user-info.',
  options: [{ id: 'sections', reading: 'They come in the order of its sections: user, groups, uid, extras.' }],
}

export const FIRST_ERROR: Assumption = {
  id: 'error',
  text: 'The text does not say which error the client sees.',
  options: [{ id: 'first', reading: 'The first failure, as in the released API server.' }],
}

export const RELEASED_GROUPS: Assumption = {
  id: 'groups',
  text: 'The text does not say which groups an impersonated node or service account has.',
  options: [{ id: 'released', reading: 'The ones that the released API server adds.' }],
}
