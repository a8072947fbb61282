/** What `docform explain CODE` says: what the code means, and what to do about it. */
export interface DiagnosticInfo {
  readonly title: string;
  readonly meaning: string;
  readonly next: string;
}

/**
 * Every diagnostic code. DF1xxx: the form of manifests. DF2xxx: what manifests say of each other.
 * DF3xxx: manifests against the platform. DF4xxx: the connection. DF5xxx: the command line and set-up.
 * Codes are stable: a new one takes a new number, none is used again.
 */
export const diagnosticCodes = {
  DF1001: {
    title: "not valid YAML",
    meaning: "The file cannot be read as YAML.",
    next: "Mend the place that is marked. Most often it is indentation or a missing quote.",
  },
  DF1002: {
    title: "duplicate key",
    meaning: "A map has the same key twice, so one of the values would be lost.",
    next: "Remove or rename one of the two.",
  },
  DF1003: {
    title: "YAML beyond the limits",
    meaning:
      "The file is larger than 10 MiB, nested deeper than 100, uses too many aliases, or has the key __proto__, a key of more than 1024 characters, or the NUL character.",
    next: "Split the file, or write the values out.",
  },
  DF1004: {
    title: "unknown field",
    meaning: "A manifest holds a field that this kind does not have. docform never ignores a field.",
    next: "Use one of the fields that are listed. A field that belongs to another kind goes there.",
  },
  DF1005: {
    title: "wrong type or value",
    meaning: "The value is not of the type, the pattern or the length that the platform takes.",
    next: "Write a value of the form that the message names.",
  },
  DF1006: {
    title: "missing field",
    meaning: "A field is needed here and is not there.",
    next: "Add the field.",
  },
  DF1007: {
    title: "bad interpolation",
    meaning:
      "Only ${env:NAME} and ${file:path} are evaluated; $$ writes a plain $. The access token is never evaluated: it would be sent and shown as content.",
    next: "Use one of the two forms.",
  },
  DF1008: {
    title: "environment variable is not set",
    meaning: "A manifest takes a value from ${env:NAME}, and NAME is not in the environment.",
    next: "Set the variable in the shell or in the pipeline's secrets.",
  },
  DF1009: {
    title: "file outside the project, or not readable",
    meaning: "${file:path} names a file that is not there, or that lies outside the project folder.",
    next: "Keep the file inside the project folder and name it relative to that folder or to the manifest.",
  },
  DF1010: {
    title: "no project",
    meaning: "There is no docform.yaml in the folder, or it holds no manifests.",
    next: "Run the command in the project folder, or name the folder with -C DIR.",
  },
  DF1011: {
    title: "unknown environment",
    meaning: "--env names an environment that docform.yaml does not list.",
    next: "Add it under environments in docform.yaml, or mend the name.",
  },
  DF1012: {
    title: "nothing is declared",
    meaning: "The manifests hold no documents, so there is nothing to do, and nothing is managed.",
    next: "Write a manifest, or check that manifests in docform.yaml names the right folder.",
  },
  DF2001: {
    title: "unknown reference",
    meaning: "A manifest names a resource by a key that no manifest declares.",
    next: "Declare it, mend the key, or name something outside the manifests with id:….",
  },
  DF2002: {
    title: "declared twice",
    meaning:
      "Two manifests declare the same address, or two resources have all that they are recognised by in common.",
    next: "Keep one of them, give them different names, or pin them with id.",
  },
  DF2003: {
    title: "unknown organization",
    meaning: "A manifest belongs to an organization that docform.yaml does not list.",
    next: "Add it under organizations in docform.yaml, or mend the name.",
  },
  DF2004: {
    title: "site structure mixes spaces and sections",
    meaning: "A site shows either spaces or sections at its root, not both (A21).",
    next: "Put the spaces into sections, or remove the sections.",
  },
  DF2005: {
    title: "the same path twice",
    meaning: "Two items of one container declare the same path; the platform refuses that (A23).",
    next: "Give each its own path.",
  },
  DF2006: {
    title: "nothing to find it by",
    meaning: "A resource has neither an id nor the field that it is found and created by.",
    next: "Add the field that the message names.",
  },
  DF2010: {
    title: "two places for one thing",
    meaning:
      "What an order names stands in that holder: so it stands in one order, once, and a written collection or parent says the same.",
    next: "Keep one of the two places.",
  },
  DF2011: {
    title: "it stands in itself",
    meaning:
      "Collections name each other as what they stand in, or spaces each other as what they are copies of, in a circle.",
    next: "Take one of the lines that are named out of the circle.",
  },
  DF3001: {
    title: "matches several live objects",
    meaning: "A declared resource fits more than one object on the platform. docform never takes the first.",
    next: "Pin the right one with id:, or rename the others on the platform.",
  },
  DF3002: {
    title: "two resources match one live object",
    meaning: "Two declared resources would both manage the same object.",
    next: "Pin each with id:, or remove one.",
  },
  DF3003: {
    title: "pinned id not found",
    meaning: "A manifest pins a resource with id:, and the platform has no such object there.",
    next: "Mend the id, or remove the line to let docform find or create the resource.",
  },
  DF3004: {
    title: "organization not found",
    meaning: "The platform does not know the organization, or the token cannot see it.",
    next: "Check organizations in docform.yaml and the rights of the token.",
  },
  DF3005: {
    title: "incomplete read",
    meaning: "A list could not be read whole, so nothing can be said about what is absent.",
    next: "Run again. When it stays, look at the call that is named.",
  },
  DF3006: {
    title: "the plan is stale",
    meaning:
      "Something that the reviewed plan rests on changed since: on the platform, or a value that the plan hides. Or a new plan has another digest than the one of --expect. Nothing was sent.",
    next: "Plan again and review the new plan.",
  },
  DF3007: {
    title: "the dependencies form a circle",
    meaning: "Steps of the plan wait for each other, so none can be first.",
    next: "Apply part of the change first, with --target or in two changes of the manifests. Please report it: docform should break such circles.",
  },
  DF3008: {
    title: "names that go round in a circle",
    meaning:
      "Resources exchange their names, and each has the name of another one under previously:. The platform looks the same before the renames and after them, and there is no record of an apply that tells which object is which. To guess wrong would exchange what they are.",
    next: "Pin one of them with id:. When the renames are done already, take the previously: lines out instead.",
  },
  DF3009: {
    title: "the record of the last apply is not followed",
    meaning:
      "The record (.docform/record.json) has another live object for an address than the one that answers to its name. Nothing shows that the record is right: it may be old, of another place, or edited. So names decide, as they do without a record.",
    next: "Nothing, when the plan is about the right object: the next apply mends the record. Else pin the right one with id:.",
  },
  DF3020: {
    title: "the platform could not process it",
    meaning:
      "The platform works on some things after it has taken them, such as an OpenAPI spec, and that ended with a problem. What pages show is the last version that could be read.",
    next: "Mend what the message names, then apply again. A text that was mended is sent without being asked for; --resend sends one again as it is.",
  },
  DF3021: {
    title: "an option adds nothing",
    meaning:
      "An option names an address for which there is nothing to do: a new translation runs by itself, and what is absent or blocked cannot run.",
    next: "Leave the option out.",
  },
  DF3040: {
    title: "rehearsal failed",
    meaning:
      "The plan was run on an embedded platform loaded with the live state. A call was refused there, or a second plan was not empty, so nothing was sent.",
    next: "Mend what the plan names under Rehearsed. If the rehearsal is wrong, docform apply --no-rehearse runs the plan all the same.",
  },
  DF4001: {
    title: "no token",
    meaning: "docform needs an access token: that of DOCFORM_TOKEN, or of the file that --token-file names.",
    next: "Set DOCFORM_TOKEN in the environment, or give --token-file FILE. It is never taken from arguments or manifests.",
  },
  DF4002: {
    title: "token refused",
    meaning: "The platform answered 401: it does not know the token.",
    next: "Check DOCFORM_TOKEN, or the file of --token-file, and that the token belongs to this platform.",
  },
  DF4003: {
    title: "no right",
    meaning: "The platform answered 403: the token may not do this.",
    next: "Use a token with the right that the message names.",
  },
  DF4004: {
    title: "platform not reachable",
    meaning: "No connection could be made, or it broke.",
    next: "Check platform.baseUrl (or DOCFORM_BASE_URL) and the network.",
  },
  DF4005: {
    title: "not an answer of the API",
    meaning: "The answer is not the JSON that the API promises: a proxy or a login page, most often.",
    next: "Check that baseUrl is the address of the API, without /v1.",
  },
  DF4006: {
    title: "call failed",
    meaning: "The platform refused or failed a call.",
    next: "Read the platform's answer. Limits and faults of the service pass; a refusal needs a change.",
  },
  DF4007: {
    title: "no usable address of the platform",
    meaning:
      "Neither platform.baseUrl in docform.yaml nor DOCFORM_BASE_URL is set, or the address cannot be used: it is not https, or carries a password or a query.",
    next: "Set one of them to the address of the API, without /v1. --insecure-http allows http to another machine.",
  },
  DF4008: {
    title: "nothing more is sent",
    meaning:
      "The deadline of --deadline has passed, or the last calls all failed without an answer, so that going on would only make more calls fail.",
    next: "Run again when the platform answers, or with a later --deadline. What is done already is found then.",
  },
  DF4020: {
    title: "others can read the token",
    meaning: "The file of --token-file is open to other users of the machine.",
    next: "Make it readable for its owner alone: chmod 600 FILE.",
  },
  DF5001: {
    title: "wrong usage",
    meaning: "The command line has an unknown command, option or value.",
    next: "See docform --help, or docform COMMAND --help.",
  },
  DF5002: {
    title: "confirmation needed",
    meaning: "apply and api ask before they change anything, and there is nobody to ask.",
    next: "Review the plan, or the call, and run again with --yes.",
  },
  DF5003: {
    title: "not a plan file",
    meaning:
      "The file is no plan, or one of another format, or somebody edited it, or it was made for another platform or organization.",
    next: "Make a new one with docform plan --out FILE, and review that.",
  },
  DF5004: {
    title: "file cannot be written or read",
    meaning: "The operating system refused.",
    next: "Check the path and its rights.",
  },
  DF5005: {
    title: "seed cannot be used",
    meaning: "The file that describes the state of the embedded platform is not what docs/seed.md says.",
    next: "Mend the place that the message names.",
  },
  DF5006: {
    title: "cannot listen",
    meaning: "The embedded platform cannot use the port: another program has it, most often.",
    next: "Stop the other program, or name another port with --port.",
  },
  DF5007: {
    title: "data file cannot be used",
    meaning:
      "The file of serve --data is damaged, of another version, or of another program; or another server writes it.",
    next: "Name another file with --data, or move this one away to begin anew.",
  },
  DF5008: {
    title: "fault file cannot be used",
    meaning: "The file of serve --faults is not what docs/faults.md says.",
    next: "Mend the place that the message names.",
  },
  DF5009: {
    title: "fault of docform",
    meaning: "docform met something that it does not expect, and stopped there.",
    next: "Run again. When it stays, report it with the command line and the lines that follow.",
  },
  DF5011: {
    title: "unknown target",
    meaning: "--target names nothing that the manifests declare, and nothing that the plan changes.",
    next: "Write an address as docform plan shows it. The beginning of one takes all that stands in it.",
  },
  DF5020: {
    title: "the record cannot be used or kept",
    meaning:
      "The record of the last apply, .docform/record.json, cannot be read or written. docform does without it: identity then comes from the manifests and the platform, and what cannot be read back is not known to have changed.",
    next: "Delete the file, or make the folder writable. The next apply writes a new one.",
  },
  DF5030: {
    title: "the run cannot be written down",
    meaning:
      "Before its first call, docform writes a journal into .docform/runs, so that a crash leaves nothing unknown and a run can be undone, and takes the lock .docform/lock. That failed, so nothing was sent.",
    next: "Make room on the disk, or make the folder .docform of the project writable, then run again.",
  },
  DF5031: {
    title: "the last run did not end",
    meaning:
      "The journal of the last run has no end: docform was killed, or the machine stopped, or its disk was full. Calls in doubt may have been carried out, and nobody has seen the answer. A plan reads the platform, so it sees what was done; what the run created is found again by what its journal says.",
    next: "Review the plan and apply it. docform runs show RUN says what the run did.",
  },
  DF5032: {
    title: "a journal cannot be read",
    meaning:
      "A file in .docform/runs is not as docform wrote it, or is of another version, or cannot be read.",
    next: "Mend the rights of the file, or move it away: then that run cannot be shown or undone.",
  },
  DF5033: {
    title: "the project folder is locked",
    meaning:
      "Another apply or undo works in this project folder, and two of them would disturb each other. The lock of a process that is gone is taken over by itself; of a process on another machine, docform cannot tell whether it is.",
    next: "Wait until it has ended. If it surely runs no more, docform force-unlock with the id of the lock.",
  },
  DF5034: {
    title: "a lock was taken over",
    meaning: "The process that had the lock of the project folder is gone, and has left it there.",
    next: "Nothing: docform reads the journal of the run that was broken off.",
  },
  DF5035: {
    title: "no such run",
    meaning: "The folder .docform/runs has no journal with this id.",
    next: "See docform runs. Journals are kept in the project folder that the run was started in.",
  },
  DF5036: {
    title: "the run cannot be undone here",
    meaning: "The run was on another platform, or on organizations that docform.yaml does not name.",
    next: "Choose the environment that it ran in with --env, or the project folder that it ran in with -C.",
  },
  DF5037: {
    title: "cannot be undone",
    meaning:
      "The API cannot bring back everything: what is created again has a new id, some fields cannot be cleared or read back, and values that must not be shown are not kept.",
    next: "Do the rest by hand where it matters.",
  },
  DF5100: {
    title: "nothing to pull",
    meaning:
      "docform.yaml names no organization, or what was asked for is neither on the platform nor in the manifests.",
    next: "Write the organization and its id into docform.yaml, or an address as docform plan and drift show it.",
  },
  DF5101: {
    title: "a file was not written",
    meaning:
      "A file that was to be written is there already, changed meanwhile, or lies outside the project folder. No file was written.",
    next: "Move the file away, or run the command again.",
  },
} as const satisfies Readonly<Record<string, DiagnosticInfo>>;

/** A stable diagnostic code such as `DF1004`. */
export type DiagnosticCode = keyof typeof diagnosticCodes;
