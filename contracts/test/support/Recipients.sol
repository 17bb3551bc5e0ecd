// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IHolder} from "./Tokens.sol";

/// @dev Takes no native token.
contract Refuser {
    error Refused();

    receive() external payable {
        revert Refused();
    }
}

/// @dev Burns all the gas it is given.
contract GasBurner {
    receive() external payable {
        while (true) {}
    }
}

/// @dev Takes the money and answers with as much data as 100,000 gas can buy.
contract ReturnBomb {
    receive() external payable {
        assembly {
            return(0, 180000)
        }
    }
}

/// @dev Reverts with as much data as 100,000 gas can buy.
contract RevertBomb {
    receive() external payable {
        assembly {
            revert(0, 180000)
        }
    }
}

/// @dev A smart-contract wallet that keeps books: four new storage slots for every delivery.
contract BookkeepingWallet {
    uint256[] private _book;

    receive() external payable {
        _book.push(msg.value);
        _book.push(block.timestamp);
        _book.push(block.number);
    }

    function deliveries() external view returns (uint256) {
        return _book.length / 3;
    }
}

/// @dev An account with code that does as the test says: at once, and once more when money passes through it.
contract Puppet is IHolder {
    enum Moment {
        Never,
        BeforeSending,
        AfterReceiving
    }

    Moment private _moment;
    address private _target;
    uint256 private _value;
    bytes private _data;

    /// @notice Whether the planned call was made, and how it ended.
    bool public reacted;
    bool public succeeded;

    function plan(Moment moment, address target, uint256 value, bytes calldata data) external {
        (_moment, _target, _value, _data) = (moment, target, value, data);
        (reacted, succeeded) = (false, false);
    }

    function act(address target, uint256 value, bytes calldata data) external returns (bytes memory result) {
        bool ok;
        (ok, result) = target.call{value: value}(data);
        if (!ok) {
            assembly {
                revert(add(result, 32), mload(result))
            }
        }
    }

    function beforeSending() external {
        _react(Moment.BeforeSending);
    }

    function afterReceiving() external {
        _react(Moment.AfterReceiving);
    }

    receive() external payable {
        _react(Moment.AfterReceiving);
    }

    function _react(Moment moment) private {
        if (moment != _moment) return;
        _moment = Moment.Never;
        (bool ok,) = _target.call{value: _value}(_data);
        (reacted, succeeded) = (true, ok);
    }
}
