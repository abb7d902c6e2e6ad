"""MACRec's own code writes the prompts of a task that another program has solved: python3 macrec-prompts.py FOLDER < runs.json

FOLDER is a checkout of MACRec's public repository. Its agents and systems run as they are; in place of its models there is a table of
replies by prompt, in place of its tools one of observations by call, and libraries that only those need are stand-ins. Of each run it
prints what its models were asked; a prompt that the other program did not write ends the run, and is the last one."""

import contextlib
import importlib.abc
import importlib.machinery
import json
import os
import string
import sys
import types
from unittest.mock import MagicMock

folder = sys.argv[1]


class Template:
    """As langchain's PromptTemplate fills f-strings."""

    def __init__(self, template, given=None):
        self.template, self.given = template, given or {}

    @classmethod
    def from_template(cls, template):
        return cls(template)

    @property
    def input_variables(self):
        names = {name for _, name, _, _ in string.Formatter().parse(self.template) if name}
        return sorted(names - set(self.given))

    def partial(self, **given):
        return Template(self.template, {**self.given, **given})

    def format(self, **given):
        return self.template.format(**{**self.given, **given})


class StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Whatever is not there is found, empty: asked last."""

    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        class StandIn(types.ModuleType):
            def __getattr__(self, name):
                if name == "PromptTemplate":
                    return Template
                if name.startswith("__"):
                    raise AttributeError(name)
                if name[0].islower():
                    return MagicMock()
                # A class, since classes of MACRec's derive from some.
                return type(name, (MagicMock,), {"from_pretrained": staticmethod(lambda *args: MagicMock())})

        return StandIn(spec.name)

    def exec_module(self, module):
        pass


sys.meta_path.append(StandIns())
sys.path.insert(0, folder)
os.chdir(folder)

import macrec.agents.base as base  # noqa: E402
from macrec.systems.analyse import AnalyseSystem  # noqa: E402
from macrec.systems.chat import ChatSystem  # noqa: E402
from macrec.systems.collaboration import CollaborationSystem  # noqa: E402
from macrec.systems.react import ReActSystem  # noqa: E402
from macrec.systems.reflection import ReflectionSystem  # noqa: E402


class Strange(Exception):
    pass


class WholeChat(CollaborationSystem):
    """MACRec's newer chat tells its manager the dialogue without the turn that it is to answer; its older one tells it whole."""

    def interprete(self):
        super().interprete()
        if self.task == "chat":
            self.manager_kwargs["history"] = self.chat_history


KINDS = {
    "analyse": AnalyseSystem,
    "chat": ChatSystem,
    "collaboration": WholeChat,
    "react": ReActSystem,
    "reflection": ReflectionSystem,
}
run = {}
prompts = []


class Model:
    def __init__(self, config):
        self.json_mode = config.get("json_mode", False)
        self.model_name = config.get("model_name", "")
        self.tokens_limit = 10**9

    def __call__(self, prompt):
        prompts.append(prompt)
        if prompt not in run["replies"]:
            raise Strange()
        return run["replies"][prompt].replace("\n", " ").strip()


class Tools:
    top_k = 3

    def __init__(self, config_path=None):
        pass

    def reset(self, *args, **kwargs):
        pass

    def seen(self, *call):
        return run["observations"][json.dumps(call, separators=(",", ":"), ensure_ascii=False)]

    def user_info(self, user_id):
        return self.seen("UserInfo", user_id)

    def item_info(self, item_id):
        return self.seen("ItemInfo", item_id)

    def user_retrieve(self, user_id, k):
        return self.seen("UserHistory", user_id, k)

    def item_retrieve(self, item_id, k):
        return self.seen("ItemHistory", item_id, k)

    def search(self, query):
        return self.seen("Search", query)

    def lookup(self, title, term):
        return self.seen("Lookup", title, term)

    def summarize(self, text):
        return self.seen("Summarize", text)


def model_of(self, config_path=None, config=None):
    if config is None:
        with open(config_path) as file:
            config = json.load(file)
    return Model(config)


base.Agent.get_LLM = model_of
base.ToolAgent.validate_tools = lambda self: None
base.TOOL_MAP = {name: Tools for name in ("info", "interaction", "wikipedia", "summarize")}


def asked_in(given):
    run.clear()
    run.update(given)
    prompts.clear()
    kind = KINDS[given["system"].split("/")[2]]
    system = kind(config_path=given["system"], task=given["task"], dataset="ml-100k", n_candidate=given["candidates"])
    if given["task"] == "chat":
        for message in given["messages"]:
            system(message)
        return list(prompts)
    told = system.prompts["data_prompt"].format(**given["places"])
    system.set_data(input=told, context="", gt_answer=given["truth"], data_sample={"user_id": 1, "item_id": 1})
    system.reset(clear=True)
    for _ in range(given["rounds"]):
        system()
    return list(prompts)


def whole(given):
    try:
        return asked_in(given)
    except Strange:
        return list(prompts)


with contextlib.redirect_stdout(sys.stderr):
    runs = [whole(given) for given in json.load(sys.stdin)]
json.dump(runs, sys.stdout)
