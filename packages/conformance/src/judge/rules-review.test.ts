import { describe, expect, it } from 'vitest'
import { reviewReceived } from './rules-review.ts'

/** What kubectl v1.36.3 wrote with -v=10, without the lines before. */
const DUMP = `I1123 08:07:11.644550    3780 type.go:213] "Response Body" body=<
	00000000  6b 38 73 00 0a 31 0a 17  61 75 74 68 6f 72 69 7a  |k8s..1..authoriz|
	00000010  61 74 69 6f 6e 2e 6b 38  73 2e 69 6f 2f 76 31 12  |ation.k8s.io/v1.|
	00000020  16 53 65 6c 66 53 75 62  6a 65 63 74 52 75 6c 65  |.SelfSubjectRule|
	00000030  73 52 65 76 69 65 77 12  c7 02 0a 10 0a 00 12 00  |sReview.........|
	00000040  1a 00 22 00 2a 00 32 00  38 00 42 00 12 02 0a 00  |..".*.2.8.B.....|
	00000050  1a ae 02 0a 51 0a 06 63  72 65 61 74 65 12 14 61  |....Q..create..a|
	00000060  75 74 68 6f 72 69 7a 61  74 69 6f 6e 2e 6b 38 73  |uthorization.k8s|
	00000070  2e 69 6f 1a 18 73 65 6c  66 73 75 62 6a 65 63 74  |.io..selfsubject|
	00000080  61 63 63 65 73 73 72 65  76 69 65 77 73 1a 17 73  |accessreviews..s|
	00000090  65 6c 66 73 75 62 6a 65  63 74 72 75 6c 65 73 72  |elfsubjectrulesr|
	000000a0  65 76 69 65 77 73 0a 33  0a 06 63 72 65 61 74 65  |eviews.3..create|
	000000b0  12 15 61 75 74 68 65 6e  74 69 63 61 74 69 6f 6e  |..authentication|
	000000c0  2e 6b 38 73 2e 69 6f 1a  12 73 65 6c 66 73 75 62  |.k8s.io..selfsub|
	000000d0  6a 65 63 74 72 65 76 69  65 77 73 12 69 0a 03 67  |jectreviews.i..g|
	000000e0  65 74 12 04 2f 61 70 69  12 06 2f 61 70 69 2f 2a  |et../api../api/*|
	000000f0  12 05 2f 61 70 69 73 12  07 2f 61 70 69 73 2f 2a  |../apis../apis/*|
	00000100  12 08 2f 68 65 61 6c 74  68 7a 12 06 2f 6c 69 76  |../healthz../liv|
	00000110  65 7a 12 08 2f 6f 70 65  6e 61 70 69 12 0a 2f 6f  |ez../openapi../o|
	00000120  70 65 6e 61 70 69 2f 2a  12 07 2f 72 65 61 64 79  |penapi/*../ready|
	00000130  7a 12 08 2f 76 65 72 73  69 6f 6e 12 09 2f 76 65  |z../version../ve|
	00000140  72 73 69 6f 6e 2f 12 35  0a 03 67 65 74 12 08 2f  |rsion/.5..get../|
	00000150  68 65 61 6c 74 68 7a 12  06 2f 6c 69 76 65 7a 12  |healthz../livez.|
	00000160  07 2f 72 65 61 64 79 7a  12 08 2f 76 65 72 73 69  |./readyz../versi|
	00000170  6f 6e 12 09 2f 76 65 72  73 69 6f 6e 2f 18 00 22  |on../version/.."|
	00000180  00 1a 00 22 00                                    |...".|
 >
`

describe('the review that kubectl received', () => {
  it('is in the dump of the response', () => {
    expect(reviewReceived(`"Response Body" body=<\n >\n${DUMP}`)).toEqual({
      resourceRules: [
        {
          verbs: ['create'],
          apiGroups: ['authorization.k8s.io'],
          resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
          resourceNames: [],
        },
        {
          verbs: ['create'],
          apiGroups: ['authentication.k8s.io'],
          resources: ['selfsubjectreviews'],
          resourceNames: [],
        },
      ],
      nonResourceRules: [
        {
          verbs: ['get'],
          nonResourceURLs: [
            ...['/api', '/api/*', '/apis', '/apis/*', '/healthz', '/livez', '/openapi', '/openapi/*'],
            ...['/readyz', '/version', '/version/'],
          ],
        },
        { verbs: ['get'], nonResourceURLs: ['/healthz', '/livez', '/readyz', '/version', '/version/'] },
      ],
      incomplete: false,
    })
  })

  it('is missing where kubectl received nothing, or something else', () => {
    expect(reviewReceived('error: connection refused\n')).toBeUndefined()
    expect(reviewReceived('"Response Body" body=<\n\t00000000  7b 7d  |{}|\n >\n')).toBeUndefined()
  })
})
