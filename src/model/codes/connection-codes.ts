import { type DiagnosticInfos, docsTeam, manifest } from "./diagnostic-info.ts";

/** DF4xxx: the connection to the platform. */
export const connectionCodes = {
  DF4001: {
    title: "no token",
    meaning:
      "docform needs an access token: that of DOCFORM_TOKEN, or of the file that --token-file names. An organization may have its own: DOCFORM_TOKEN_ACME for the alias acme.",
    next: "Set DOCFORM_TOKEN in the environment, or give --token-file FILE. It is never taken from arguments or manifests.",
    example: {
      files: docsTeam,
      env: { DOCFORM_TOKEN: "" },
      line: "plan",
    },
  },
  DF4002: {
    title: "token refused",
    meaning: "The platform answered 401: it does not know the token.",
    next: "Check DOCFORM_TOKEN (in docform ci plan and docform ci drift DOCFORM_READ_TOKEN), or the file of --token-file, and that the token belongs to this platform.",
    example: {
      files: docsTeam,
      env: { DOCFORM_TOKEN: "token-of-nobody" },
      line: "plan",
    },
  },
  DF4003: {
    title: "no right",
    meaning: "The platform answered 403: the token may not do this, or does not reach the organization.",
    next: "Use a token with the right that the message names, or that reaches the organization.",
    example: {
      files: docsTeam,
      env: { DOCFORM_TOKEN: "token-of-li" },
      line: "api createTeam organizationId=org_acme title=Docs --yes",
    },
  },
  DF4004: {
    title: "platform not reachable",
    meaning: "No connection could be made, or it broke.",
    next: "Check platform.baseUrl (or DOCFORM_BASE_URL) and the network.",
    example: {
      files: docsTeam,
      faults: [{ operation: "*", fault: "refuse", for: 600_000 }],
      line: "plan",
    },
  },
  DF4005: {
    title: "not an answer of the API",
    meaning: "The answer is not the JSON that the API promises: a proxy or a login page, most often.",
    next: "Check that baseUrl is the address of the API, without /v1.",
    example: {
      files: docsTeam,
      faults: [
        { operation: "*", fault: "answer", status: 200, body: "<!doctype html><title>Sign in</title>" },
      ],
      line: "plan",
    },
  },
  DF4006: {
    title: "call failed",
    meaning: "The platform refused or failed a call.",
    next: "Read the platform's answer. Limits and faults of the service pass; a refusal needs a change.",
    example: {
      files: docsTeam,
      faults: [
        {
          operation: "listTeams",
          fault: "answer",
          status: 503,
          body: { error: { code: 503, message: "Down for maintenance" } },
        },
      ],
      line: "plan",
    },
  },
  DF4007: {
    title: "no usable address of the platform",
    meaning:
      "Neither platform.baseUrl in docform.yaml nor DOCFORM_BASE_URL is set, or the address cannot be used: it is not https, or carries a password or a query.",
    next: "Set one of them to the address of the API, without /v1. --insecure-http allows http to another machine.",
    example: {
      files: docsTeam,
      env: { DOCFORM_BASE_URL: "" },
      line: "plan",
    },
  },
  DF4008: {
    title: "nothing more is sent",
    meaning:
      "The deadline of --deadline has passed, or the platform asks for a pause that would end after it. Without --deadline, docform makes a pause of ten minutes at most. A read ends at the deadline. A call that changes something has one --timeout more, as its answer says whether it was done.",
    next: "Run again, with a later --deadline where one has passed. What is done already is found then.",
    example: {
      files: docsTeam,
      faults: [{ operation: "*", fault: "delay", for: 60_000 }],
      line: "plan --deadline 30s",
    },
  },
  DF4009: {
    title: "two addresses of the platform",
    meaning:
      "docform.yaml and the environment name two addresses. DOCFORM_BASE_URL pins the address, and for --env NAME the variable DOCFORM_BASE_URL_NAME does, so that a change of docform.yaml cannot lead the token elsewhere. Nothing was sent.",
    next: "Correct platform.baseUrl in docform.yaml, or the variable. An environment with an address of its own has its own variable.",
    example: {
      files: {
        ...docsTeam,
        "docform.yaml":
          "platform: { baseUrl: 'https://other.example' }\norganizations: { acme: { id: org_acme } }\n",
      },
      line: "plan",
    },
  },
  DF4010: {
    title: "certificates are not checked",
    meaning:
      "NODE_TLS_REJECT_UNAUTHORIZED=0 makes Node accept any certificate, so whoever is on the way gets the token. docform runs no command with it, and nothing was sent.",
    next: "Take the variable out. For an authority of your own, name its file in NODE_EXTRA_CA_CERTS.",
    example: { files: docsTeam, env: { NODE_TLS_REJECT_UNAUTHORIZED: "0" }, line: "plan" },
  },
  DF4011: {
    title: "no token from the program",
    meaning:
      "DOCFORM_TOKEN_COMMAND is no JSON list of a program and its arguments, or names a file of the repository, which a pull request can change. Or the program failed, took more than 10 seconds, or printed anything but one line. Nothing was sent.",
    next: "Run the program by hand, with DOCFORM_ORGANIZATION and DOCFORM_ORGANIZATION_ID set, and correct what it does.",
    example: {
      files: docsTeam,
      env: { DOCFORM_TOKEN_COMMAND: '["print-token-of-organization"]' },
      line: "plan",
    },
  },
  DF4012: {
    title: "different tokens for organizations that go together",
    meaning:
      "Two organizations have different tokens, and are read and changed together: a declared transfer joins them, or docform pull is for both. The platform transfers only for a token that reaches both. Nothing was sent.",
    next: "Give both organizations the same token, one that reaches both, or name its file with --token-file.",
    example: {
      files: {
        "docform.yaml": "organizations: { acme: { id: org_acme }, press: { id: org_press } }\n",
        ...manifest("spaces:", "  news: { title: News, transferTo: press }"),
        "manifests/press.yaml": "organization: press\nspaces: {}\n",
      },
      env: { DOCFORM_TOKEN_PRESS: "token-of-li" },
      line: "plan",
    },
  },
  DF4020: {
    title: "others can read the token",
    meaning: "The file of --token-file is open to other users of the machine.",
    next: "Make it readable for its owner alone: chmod 600 FILE.",
    example: {
      files: { ...docsTeam, "token.txt": "token-of-ana\n" },
      seed: { teams: [{ title: "Docs" }] },
      line: "plan --token-file token.txt",
    },
  },
} as const satisfies DiagnosticInfos;
