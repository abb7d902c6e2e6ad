#!/usr/bin/python3
"""WebKitGTK under WebDriver with the storage that Safari has switched on.

The browser that comes with WebKitGTK forgets everything where a driver starts it, and so gives pages no files. This one keeps them in
the folder that it is given. Debian: python3-gi, gir1.2-webkit2-4.1.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

if sys.argv[1] == "--is-here":
    sys.exit()
folder, *features = sys.argv[1:]

manager = WebKit2.WebsiteDataManager(base_data_directory=f"{folder}/data", base_cache_directory=f"{folder}/cache")
context = WebKit2.WebContext.new_with_website_data_manager(manager)
context.set_automation_allowed(True)

settings = WebKit2.Settings()
known = WebKit2.Settings.get_all_features()
for feature in (known.get(at) for at in range(known.get_length())):
    if feature.get_identifier() in features:
        settings.set_feature_enabled(feature, True)


def open_view(_session):
    view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
    window = Gtk.Window(default_width=1440, default_height=1000)
    window.add(view)
    view.connect("close", lambda _view: window.destroy())
    window.show_all()
    return view


def start(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("WebKitGTK")
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect("create-web-view", open_view)


context.connect("automation-started", start)
Gtk.main()
